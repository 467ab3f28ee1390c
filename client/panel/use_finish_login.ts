// What follows a login: the token is stored, and the user's role chooses the first screen.
import { useNavigate } from "@tanstack/react-router";
import { usePanel } from "./services.ts";

/** Returns `finishLogin(token)`, which leads an admin to the payouts and an owner to the dashboard. */
export function useFinishLogin() {
  const navigate = useNavigate();
  const { notices, session } = usePanel();
  return async (token: string) => {
    session.storeToken(token);
    // Notices that are still shown were meant for the previous user.
    notices.dismissAll();
    const to = session.enter() === "admin" ? "/admin/payouts" : "/panel/dashboard";
    await navigate({ to, replace: true });
  };
}
