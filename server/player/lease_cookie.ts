// The cookie by which the player may fetch audio, since an audio element sends no header (docs/player.md#audio).
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Deps } from "../deps.ts";

const NAME = "player";
/**
 * Lets this browser fetch audio with the lease, as long as the browser runs: a page that plays for days claims once, and
 * one that was closed claims again.
 */
export function keepLease({ config }: Pick<Deps, "config">, c: Context, lease: string): void {
  setCookie(c, NAME, lease, {
    httpOnly: true,
    sameSite: "Strict",
    secure: config.appOrigin.startsWith("https:"),
    path: "/api/library/audio",
  });
}

/** The browser's lease, empty without one. */
export function keptLease(c: Context): string {
  return getCookie(c, NAME) ?? "";
}
