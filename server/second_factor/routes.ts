// /api/auth/second-factor
import { addressOf } from "../auth/limits.ts";
import { SECOND_FACTOR_CALLS } from "../contract/account.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { letterOrigin } from "../mail/new_letter.ts";
import {
  beginSetup,
  confirmSetup,
  readSecondFactor,
  renewRecoveryCodes,
  turnOff,
} from "./change.ts";

export function secondFactorRoutes(deps: Deps) {
  return serveCalls(deps, SECOND_FACTOR_CALLS, {
    "GET /api/auth/second-factor": ({ caller }) => readSecondFactor(deps, caller.accountId),
    "POST /api/auth/second-factor": ({ c, caller, body }) =>
      beginSetup(deps, caller, { ...body, address: addressOf(deps, c) }),
    "PUT /api/auth/second-factor": async ({ c, caller, body }) =>
      await confirmSetup(deps, caller, {
        ...body,
        address: addressOf(deps, c),
        origin: await letterOrigin(deps, c),
      }),
    "DELETE /api/auth/second-factor": async ({ c, caller, body }) =>
      await turnOff(deps, caller, {
        ...body,
        address: addressOf(deps, c),
        origin: await letterOrigin(deps, c),
      }),
    "POST /api/auth/second-factor/recovery-codes": ({ c, caller, body }) =>
      renewRecoveryCodes(deps, caller, { ...body, address: addressOf(deps, c) }),
  });
}
