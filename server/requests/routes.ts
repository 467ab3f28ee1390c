// Serves the calls below /api/requests.
import { REQUEST_CALLS } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { clientAddress } from "../http/client_address.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { decideRequest } from "./decide_request.ts";
import { listOwnRequests, listRequests } from "./list_requests.ts";
import { answerQueue } from "./read_queue.ts";
import { submitRequest } from "./submit_request.ts";
import { undoDecision } from "./undo_decision.ts";

export function requestRoutes(deps: Deps) {
  return serveCalls(deps, REQUEST_CALLS, {
    "GET /api/requests": ({ caller }) => listRequests(deps, caller.ownerId),
    "GET /api/requests/mine": async ({ c, query }) => {
      c.header("Cache-Control", "no-store");
      return await listOwnRequests(deps, query.ownerId, deps.guestCookies.read(c));
    },
    "GET /api/requests/queue/:ownerId": ({ c, params }) => answerQueue(deps, c, params.ownerId),
    "POST /api/requests": async ({ c, body }) =>
      await submitRequest(deps, body, {
        guestId: deps.guestCookies.read(c),
        address: clientAddress(c, deps.config.trustedProxyHops),
        idempotencyKey: c.req.header("idempotency-key"),
      }),
    "PUT /api/requests/:id": {
      confirms: ({ params, claim, body }) => decideRequest(deps, claim, params.id, body),
    },
    "POST /api/requests/:id/undo": {
      confirms: ({ params, claim }) => undoDecision(deps, claim, params.id),
    },
  });
}
