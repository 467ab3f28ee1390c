// /api/auth/renew, /api/auth/sessions and /api/auth/password
import type { Deps } from "../deps.ts";
import { SESSION_CALLS } from "../contract/sessions.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { letterOrigin } from "../mail/letter_origin.ts";
import { changePassword } from "./change_password.ts";
import { deviceOf } from "./device.ts";
import { rememberBrowser } from "./known_browser.ts";
import { addressOf } from "./limits.ts";
import { renew } from "./renew.ts";
import { endOtherSessions, endSession, readSessions } from "./sessions.ts";

export function sessionRoutes(deps: Deps) {
  return serveCalls(deps, SESSION_CALLS, {
    "POST /api/auth/renew": {
      confirms: async ({ c, claim }) => {
        const renewed = await renew(deps, claim, deviceOf(c.req.header("user-agent")));
        await rememberBrowser(deps, c, claim.accountId);
        return renewed;
      },
    },
    "GET /api/auth/sessions": ({ caller }) => readSessions(deps, caller),
    "DELETE /api/auth/sessions": ({ caller }) => endOtherSessions(deps, caller),
    "DELETE /api/auth/sessions/:id": ({ caller, params }) => endSession(deps, caller, params.id),
    "PUT /api/auth/password": async ({ c, caller, body }) => {
      const origin = await letterOrigin(deps, c);
      const address = addressOf(deps, c);
      return { token: await changePassword(deps, caller, body, { address, origin }) };
    },
  });
}
