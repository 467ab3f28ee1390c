// What follows a login: the token is stored and its role chooses the first screen.
import { useNavigate } from "@tanstack/react-router";
import { dismissNotices } from "../lib/notices.ts";
import { enterAs, storeToken } from "../lib/session.ts";

/** Returns `enter(token)`, which leads an admin to the payouts and an owner to the dashboard. */
export function useEnter() {
  const navigate = useNavigate();
  return async (token: string) => {
    storeToken(token);
    // What is still told was told to whoever was here before.
    dismissNotices();
    const to = enterAs() === "admin" ? "/admin/payouts" : "/panel/dashboard";
    await navigate({ to, replace: true });
  };
}
