// /api/requests
import { Hono } from "hono";
import { Decision, OwnerQuery, SongRequestDraft } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { clientAddress } from "../http/client_address.ts";
import type { AppEnv } from "../http/env.ts";
import { readGuest } from "../http/guest_cookie.ts";
import { requireRole } from "../http/require_role.ts";
import { validateJson, validateQuery } from "../http/validate.ts";
import { decideRequest } from "./decide_request.ts";
import { listOwnRequests, listRequests } from "./list_requests.ts";
import { answerQueue } from "./read_queue.ts";
import { submitRequest } from "./submit_request.ts";

export function requestRoutes(deps: Deps) {
  const owner = requireRole(deps, "owner");
  return new Hono<AppEnv>()
    .get("/", owner, async (c) => c.json(await listRequests(deps, c.var.caller.accountId)))
    .get("/mine", validateQuery(OwnerQuery), async (c) => {
      c.header("Cache-Control", "no-store");
      const { ownerId } = c.req.valid("query");
      return c.json(await listOwnRequests(deps, ownerId, await readGuest(deps, c)));
    })
    .get("/queue/:ownerId", (c) => answerQueue(deps, c, c.req.param("ownerId")))
    .post("/", validateJson(SongRequestDraft), async (c) => {
      const sender = {
        guestId: await readGuest(deps, c),
        address: clientAddress(c, deps.config.trustedProxyHops),
        idempotencyKey: c.req.header("idempotency-key"),
      };
      return c.json(await submitRequest(deps, c.req.valid("json"), sender), 201);
    })
    .put("/:id", owner, validateJson(Decision), async (c) => {
      const { accountId } = c.var.caller;
      return c.json(await decideRequest(deps, accountId, c.req.param("id"), c.req.valid("json")));
    });
}
