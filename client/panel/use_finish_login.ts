// What follows a login: the token is stored, and the user's role chooses the first screen.
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { Role } from "../../server/contract/access.ts";
import { usePanel } from "./services.ts";

/** The first screen of each role. */
export const HOME = {
  owner: "/panel/dashboard",
  staff: "/panel/dashboard",
  admin: "/admin/payouts",
} as const satisfies Partial<Record<Role, string>>;

/**
 * Returns `finishLogin(token)`, which leads an owner to the screen that asked for the login, else to the first one of the
 * role.
 */
export function useFinishLogin() {
  const navigate = useNavigate();
  const { returnTo } = useLocation({ select: ({ state }) => state });
  const { notices, session } = usePanel();
  return async (token: string) => {
    session.storeToken(token);
    // Notices that are still shown were meant for the previous user.
    notices.dismissAll();
    const role = session.enter() ?? "owner";
    // If there is an `href`, it is taken in place of `to`.
    const href = role === "admin" ? undefined : returnTo;
    await navigate({ to: HOME[role], href, replace: true });
  };
}
