// Connecting a music account: a browser is sent to the service and comes back (docs/music.md).
import { getLogger } from "@logtape/logtape";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { insertSecret, takeSecret } from "../../db/people/one_time_secrets.ts";
import { type TokenDeps, verifyToken } from "../auth/tokens.ts";
import type { Config } from "../config.ts";
import { MINUTE_MS } from "../contract/clock.ts";
import type { AuthStatus, ConnectOutcome, MUSIC_CALLS, TicketAnswer } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Handlers } from "../http/serve_calls.ts";
import { tellConductor } from "../playback/tell_conductor.ts";
import { hashToken, randomToken } from "../secrets.ts";
import type { Connecting } from "./provider.ts";

// How connecting an account ends, and the page that the browser is sent to (docs/music.md#connecting).

/** How long the owner may look at the consent page. */
export const ATTEMPT_LIFETIME_MS = 10 * MINUTE_MS;

/** Connecting has failed. The panel has a sentence for each outcome. */
export class ConnectError extends Error {
  override name = "ConnectError";
  constructor(readonly outcome: Exclude<ConnectOutcome, "connected">, options?: ErrorOptions) {
    super(outcome, options);
  }
}

/** Returns the page of the panel for an outcome. Its address carries nothing secret. */
function landing({ appOrigin }: Config, outcome: ConnectOutcome): string {
  const page = outcome === "login_required" ? "/panel/login" : "/panel/music";
  return `${appOrigin}${page}?spotify=${outcome}`;
}

// Tickets, which our own client puts into the login link instead of its login token (docs/music.md#tickets).

const TICKET_LIFETIME_MS = MINUTE_MS;

export async function issueTicket(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<TicketAnswer> {
  const ticket = randomToken();
  const hash = await hashToken(ticket);
  const createdAt = now();
  await insertSecret(db, {
    hash,
    purpose: "ticket",
    accountId: ownerId,
    createdAt,
    expiresAt: createdAt + TICKET_LIFETIME_MS,
  });
  return { ticket };
}

/**
 * Returns the owner that a ticket or a login token belongs to, and uses up the ticket.
 * @throws ConnectError `expired` if the ticket is not valid, `login_required` if the login token is not an owner's or has ended
 */
async function ownerBehind(
  deps: TokenDeps,
  token: string,
): Promise<string> {
  // A login token is a JWT, whose parts are joined by dots; a ticket has none.
  if (token !== "" && !token.includes(".")) {
    const ticket = await takeSecret(deps.db, "ticket", await hashToken(token), deps.now());
    if (!ticket) throw new ConnectError("expired");
    return ticket.accountId;
  }
  try {
    const caller = await verifyToken(deps, token);
    if (caller.role === "owner") return caller.ownerId;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  throw new ConnectError("login_required");
}

/** Holds a secret by which the browser that began is recognized. */
const COOKIE = "spotify_connect";
/** Marks the redirect to APP_ORIGIN, so that a proxy that rewrites the host cannot cause a loop. */
const MOVED = "moved";

const log = getLogger(["siradaki", "music"]);

export function connectNavigation(deps: Deps, connecting: Connecting) {
  const { config } = deps;
  return {
    "GET /api/spotify/login": async ({ c, query }) => {
      c.header("Cache-Control", "no-store");
      const elsewhere = sameAtAppOrigin(c, config.appOrigin);
      if (elsewhere) return c.redirect(elsewhere);
      return await landOnFailure(c, async () => {
        const browser = knownBrowser(deps, c);
        const ownerId = await ownerBehind(deps, query.token ?? "");
        return c.redirect(await connecting.start(ownerId, browser));
      });
    },
    "GET /api/spotify/callback": async ({ c }) => {
      c.header("Cache-Control", "no-store");
      return await landOnFailure(c, async () => {
        const { searchParams } = new URL(c.req.url);
        const ownerId = await connecting.finish(searchParams, getCookie(c, COOKIE));
        await tellConductor(deps, ownerId, "connect");
        return c.redirect(landing(config, "connected"));
      });
    },
  } satisfies Partial<Handlers<typeof MUSIC_CALLS>>;

  async function landOnFailure(c: Context, work: () => Promise<Response>): Promise<Response> {
    try {
      return await work();
    } catch (error) {
      const failure = error instanceof ConnectError
        ? error
        : new ConnectError("failed", { cause: error });
      log.warn("Connecting a music account ended as {outcome}", {
        outcome: failure.outcome,
        cause: failure.cause,
      });
      return c.redirect(landing(config, failure.outcome));
    }
  }
}

/**
 * Returns the same address at APP_ORIGIN: the cookie comes back to the redirect URI's host only. Undefined if we are
 * there.
 */
function sameAtAppOrigin(c: Context, appOrigin: string): string | undefined {
  const url = new URL(c.req.url);
  if (url.host === new URL(appOrigin).host || url.searchParams.has(MOVED)) return;
  url.searchParams.set(MOVED, "1");
  return `${appOrigin}${url.pathname}${url.search}`;
}

/** Returns the secret in this browser's cookie, and sets the cookie. Tabs of one browser share it. */
function knownBrowser({ config }: Deps, c: Context): string {
  const browser = getCookie(c, COOKIE) || randomToken();
  setCookie(c, COOKIE, browser, {
    httpOnly: true,
    sameSite: "Lax",
    secure: config.appOrigin.startsWith("https:"),
    path: "/api/spotify",
    maxAge: ATTEMPT_LIFETIME_MS / 1000,
  });
  return browser;
}

// Whether a cafe's music account is connected, and until when, or why not.

export async function readConnectionStatus(
  { config }: Pick<Deps, "config">,
  connecting: Connecting,
  ownerId: string,
): Promise<AuthStatus> {
  const status = await connecting.status(ownerId);
  return {
    isSpotifyConnected: status.connected,
    reason: status.connected ? null : status.reason,
    connectedUntil: status.connected ? new Date(status.until).toISOString() : null,
    reconnectSoon: status.connected && status.endsSoon,
    demo: config.spotify.demo,
    connectAt: config.appOrigin,
  };
}
