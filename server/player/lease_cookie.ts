// The cookie by which the player may fetch audio, since an audio element sends no header (docs/player.md#audio).
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";

const NAME = "player";
/** Longer than an evening. The lease that it holds may end earlier. */
const MAX_AGE_S = 24 * 60 * 60;

/** Lets this browser fetch audio with the lease. */
export function keepLease({ config }: Pick<Deps, "config">, c: Context, lease: string): void {
  setCookie(c, NAME, lease, {
    httpOnly: true,
    sameSite: "Strict",
    secure: config.appOrigin.startsWith("https:"),
    path: "/api/library/audio",
    maxAge: MAX_AGE_S,
  });
}

/** The browser's lease, empty without one. */
export function keptLease(c: Context): string {
  return getCookie(c, NAME) ?? "";
}
