// Serves the calls below /api/requests.
import type { Context } from "hono";
import { MANY_CALLS, REQUEST_CALLS, SUPPORT_CALLS } from "../contract/requests.ts";
import { TICK_CALLS } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { blockGuest } from "../house/blocks.ts";
import { clientAddress } from "../http/caller.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { decideMany, decideRequest, putFirst, undoDecision, undoMany } from "./decide.ts";
import { type Sender, submitRequest, supportRequest, withdrawRequest } from "./send_request.ts";
import { tickReceived } from "./till_tip.ts";
import { askOwn } from "./own_request.ts";
import { listOwnRequests, listRequests } from "./list_requests.ts";
import { answerQueue } from "./queue.ts";

export function requestRoutes(deps: Deps) {
  return serveCalls(deps, { ...REQUEST_CALLS, ...MANY_CALLS, ...SUPPORT_CALLS, ...TICK_CALLS }, {
    "GET /api/requests": ({ caller }) => listRequests(deps, caller.ownerId),
    "GET /api/requests/mine": async ({ c, query }) => {
      c.header("Cache-Control", "no-store");
      return await listOwnRequests(deps, query.ownerId, deps.guestCookies.read(c));
    },
    "GET /api/requests/queue/:ownerId": ({ c, params }) => answerQueue(deps, c, params.ownerId),
    "POST /api/requests": async ({ c, body }) => await submitRequest(deps, body, senderOf(deps, c)),
    "POST /api/requests/own": ({ c, body, caller }) =>
      askOwn(deps, body, { ...caller, idempotencyKey: c.req.header("idempotency-key") }),
    "POST /api/requests/decide": {
      confirms: ({ claim, body }) => decideMany(deps, claim, body),
    },
    "POST /api/requests/:id/block": {
      confirms: ({ claim, params }) => blockGuest(deps, claim, params.id),
    },
    "POST /api/requests/undo": {
      confirms: ({ claim, body }) => undoMany(deps, claim, body),
    },
    "POST /api/requests/:id/tips": async ({ c, params, body }) =>
      await supportRequest(deps, params.id, body, senderOf(deps, c)),
    "DELETE /api/requests/:id": async ({ c, params }) =>
      await withdrawRequest(deps, params.id, deps.guestCookies.read(c)),
    "PUT /api/requests/:id/received": ({ params, caller, body }) =>
      tickReceived(deps, caller.ownerId, params.id, body),
    "PUT /api/requests/:id": {
      confirms: ({ params, claim, body }) => decideRequest(deps, claim, params.id, body),
    },
    "PUT /api/requests/:id/first": {
      confirms: ({ params, claim, body }) => putFirst(deps, claim, params.id, body),
    },
    "POST /api/requests/:id/undo": {
      confirms: ({ params, claim }) => undoDecision(deps, claim, params.id),
    },
  });
}

function senderOf({ config, guestCookies }: Deps, c: Context): Sender {
  return {
    guestId: guestCookies.read(c),
    address: clientAddress(c, config.trustedProxyHops),
    idempotencyKey: c.req.header("idempotency-key"),
  };
}
