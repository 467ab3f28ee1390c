// Upgrades a request to a WebSocket in an owner's room.
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { readRevision } from "../../db/people/rooms.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { personHere } from "../auth/known_browser.ts";
import { type AppEnv, clientAddress } from "../http/caller.ts";

/** After this much silence the server pings; a client that does not answer is dropped. In seconds. */
const IDLE_TIMEOUT_S = 30;
/** The only version of the protocol (RFC 6455). */
const VERSION = "13";
/** For `Retry-After`, if an address has too many sockets. */
const RETRY_S = 5;

/**
 * Upgrades the connection. A socket over the caps is accepted only to be sent a close (docs/live.md#caps).
 * @throws DomainError `not_websocket` if this is no WebSocket handshake, `websocket_version`, `cafe_not_found`, or
 *   `rate_limited` if too many sockets of the client that were sent a close are still open
 */
export async function joinRoom(deps: Deps, c: Context, ownerId: string): Promise<Response> {
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket") throw notWebSocket();
  if (c.req.header("sec-websocket-version") !== VERSION) throw otherVersion(c);
  if (await readRevision(deps.db, ownerId) === undefined) throw new DomainError("cafe_not_found");
  const address = clientAddress(c, deps.config.trustedProxyHops);
  const client = { ownerId, address, person: await personHere(deps, c) };
  if (!deps.hub.mayConnect(client)) {
    throw new DomainError("rate_limited", { retryAfterS: RETRY_S });
  }
  const { socket, response } = upgrade(c.req.raw);
  socket.onopen = () =>
    deps.hub.join({
      ...client,
      socket,
      readRevision: async () => await readRevision(deps.db, ownerId) ?? 0,
    });
  return response;
}

/** The refusal names the version to use (RFC 6455 section 4.2.2), and the protocol (RFC 9110 section 15.5.22). */
function otherVersion(c: Context): DomainError {
  c.header("Sec-WebSocket-Version", VERSION);
  c.header("Upgrade", "websocket");
  c.header("Connection", "Upgrade");
  return new DomainError("websocket_version");
}

function upgrade(request: Request): Deno.WebSocketUpgrade {
  try {
    return Deno.upgradeWebSocket(request, { idleTimeout: IDLE_TIMEOUT_S });
  } catch (cause) {
    // Deno throws if the handshake lacks its key.
    throw notWebSocket({ cause });
  }
}

function notWebSocket(options?: ErrorOptions): DomainError {
  return new DomainError("not_websocket", {}, options);
}

// Refuses WebSockets that pages of other sites open (docs/live.md#origins).

/**
 * Accepts our own origin, the host that the request was sent to, and clients without an `Origin`, which are no
 * browsers. @throws DomainError `origin_refused`
 */
export function requireOrigin({ appOrigin }: Pick<Config, "appOrigin">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const origin = c.req.header("origin");
    const ours = origin === undefined || origin === appOrigin ||
      URL.canParse(origin) && new URL(origin).host === c.req.header("host");
    if (!ours) throw new DomainError("origin_refused");
    await next();
  });
}
