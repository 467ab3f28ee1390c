// /api/team
import { deviceOf } from "../auth/known_browser.ts";
import { TEAM_CALLS } from "../contract/team.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { letterOrigin, letterSentence } from "../mail/new_letter.ts";
import { chooseCafe, listLoginCafes } from "./login_cafes.ts";
import { invite, leaveTeam, listTeam, removeMember } from "./team.ts";
import { accept, join, listOwnInvitations, readInvitation } from "./join.ts";

/** The same for addresses with and without an account. */
const INVITED = {
  sent: "Davet gönderildi. Bağlantı 7 gün geçerlidir.",
  written: "Davet hazırlandı. Bağlantı 7 gün geçerlidir.",
};

export function teamRoutes(deps: Deps) {
  return serveCalls(deps, TEAM_CALLS, {
    "GET /api/team": ({ caller }) => listTeam(deps, caller.ownerId),
    "POST /api/team": async ({ c, caller, body }) => {
      await invite(deps, caller.ownerId, body, await letterOrigin(deps, c));
      return { msg: letterSentence(deps.config, INVITED) };
    },
    "GET /api/team/cafes": ({ caller }) => listLoginCafes(deps, caller.accountId),
    "POST /api/team/cafes": async ({ caller, body }) => ({
      token: await chooseCafe(deps, caller, body.ownerId),
    }),
    "DELETE /api/team/cafes/:ownerId": ({ caller, params }) =>
      leaveTeam(deps, caller.accountId, params.ownerId),
    "GET /api/team/invitations": ({ caller }) => listOwnInvitations(deps, caller.accountId),
    "POST /api/team/invitations/:id": ({ caller, params }) =>
      accept(deps, caller.accountId, params.id),
    "GET /api/team/join/:token": async ({ c, params }) => {
      c.header("Cache-Control", "no-store");
      return await readInvitation(deps, params.token);
    },
    "POST /api/team/join/:token": async ({ c, params, body }) => {
      c.header("Cache-Control", "no-store");
      const device = deviceOf(c.req.header("user-agent"));
      return { token: await join(deps, params.token, body, device) };
    },
    "DELETE /api/team/:accountId": ({ caller, params }) =>
      removeMember(deps, caller.ownerId, params.accountId),
  });
}
