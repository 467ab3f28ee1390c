// What follows a login: the token is stored, and the user's role and cafes choose the first screen.
import { useLocation, useNavigate } from "@tanstack/react-router";
import { HOME } from "./may_open.ts";
import { usePanel } from "./services.ts";
import { askToJoin } from "./team/use_joining.ts";

/** With what the address of an invitation begins. */
const JOIN = "/panel/join/";

/**
 * Returns `finishLogin(token)`, which leads to the screen that asked for the login, else to the first one of the role. A
 * person with several cafes chooses one first: the screen may have been about another than the login begins with.
 */
export function useFinishLogin() {
  const navigate = useNavigate();
  const { returnTo } = useLocation({ select: ({ state }) => state });
  const services = usePanel();
  const { api, notices, session } = services;
  return async (token: string) => {
    session.storeToken(token);
    // Notices that are still shown were meant for the previous user.
    notices.dismiss();
    // The screen of an invitation asks itself.
    if (returnTo?.startsWith(JOIN)) return await navigate({ href: returnTo, replace: true });
    const said = session.enter() === "admin" ? [] : await askToJoin(services);
    const role = session.enter() ?? "owner";
    const ofTeam = role === "owner" || role === "staff";
    const cafes = ofTeam ? await api("GET /api/team/cafes").catch(() => []) : [];
    // If there is an `href`, it is taken in place of `to`.
    await navigate(
      cafes.length > 1
        ? { to: "/panel/cafes", replace: true }
        : { to: HOME[role], href: ofTeam ? returnTo : undefined, replace: true },
    );
    for (const sentence of said) notices.show("success", sentence);
  };
}
