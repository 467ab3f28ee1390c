// Where covers may come from.
import { COVER_HOSTS } from "../http/security_headers.ts";

/** The demo music account's covers, served by ourselves. */
const DEMO_COVER = /^\/demo\/covers\/[\w.-]+$/;

/**
 * A cover's address as it may be stored and shown: https at the music service's image hosts, in demo mode our
 * own `/demo/covers/` without a host (a phone reaches us by another address than the till). Else empty.
 */
export function allowedCover(url: string, demo: boolean): string {
  if (!URL.canParse(url, "http://demo")) return "";
  const { origin, pathname, username, href } = new URL(url, "http://demo");
  if (demo && DEMO_COVER.test(pathname)) return pathname;
  return COVER_HOSTS.includes(origin) && username === "" ? href : "";
}
