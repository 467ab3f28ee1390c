// Turns a request into a socket in an owner's room.
import type { Context } from "hono";
import { readRevision } from "../../db/rooms.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { clientAddress } from "../http/client_address.ts";

/** Seconds between pings; a peer that answers none is gone. */
const IDLE_TIMEOUT_S = 30;
/** Seconds after which an address with too many sockets may try again. */
const RETRY_S = 5;

/**
 * Upgrades the connection. A socket over the caps is let in only to be sent a close (contract: Limits).
 * @throws DomainError `invalid_input` where no socket was asked for, `cafe_not_found`, `rate_limited` where
 *   the address does not even let go of sockets that were sent a close
 */
export async function joinRoom(deps: Deps, c: Context, ownerId: string): Promise<Response> {
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket") throw noWebSocket();
  if (await readRevision(deps.db, ownerId) === undefined) throw new DomainError("cafe_not_found");
  const address = clientAddress(c, deps.config.trustedProxyHops);
  if (!deps.hub.accepts(address)) throw new DomainError("rate_limited", { retryAfterS: RETRY_S });
  const { socket, response } = upgrade(c.req.raw);
  socket.onopen = () =>
    deps.hub.enter({
      ownerId,
      address,
      socket,
      readRevision: async () => await readRevision(deps.db, ownerId) ?? 0,
    });
  return response;
}

function upgrade(request: Request): Deno.WebSocketUpgrade {
  try {
    return Deno.upgradeWebSocket(request, { idleTimeout: IDLE_TIMEOUT_S });
  } catch (cause) {
    // It throws where the handshake is not one: no key, another version.
    throw noWebSocket({ cause });
  }
}

function noWebSocket(options?: ErrorOptions): DomainError {
  const msg = "Bu adrese yalnızca WebSocket ile bağlanılır.";
  return new DomainError("invalid_input", { msg }, options);
}
