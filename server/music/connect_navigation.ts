// GET /api/spotify/login and /callback: browser navigations, which always end at a page (docs/music.md#connecting).
import { getLogger } from "@logtape/logtape";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { MUSIC_CALLS } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/serve_calls.ts";
import { randomToken } from "../secrets.ts";
import { ATTEMPT_LIFETIME_MS, ConnectError, landing } from "./connect_outcome.ts";
import type { Connecting } from "./connecting.ts";
import { ownerBehind } from "./ticket.ts";
import { tellConductor } from "../playback/hands.ts";

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
