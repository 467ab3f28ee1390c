// A music account can be connected at one address only (docs/music.md#connecting). This compares it with the page's own.
import { reachOf } from "../share/reach.ts";

/**
 * `here`: on this page. `link`: at the address that a link leads to. `computer`: on the computer that serves, since the
 * address means another computer on every other device.
 */
export type ConnectPlace = "here" | "link" | "computer";

/** `connectAt` is the only origin that can connect, `here` the origin of this page. */
export function connectPlace(connectAt: string, here: string): ConnectPlace {
  if (connectAt === here) return "here";
  return reachOf(connectAt) === "computer" && reachOf(here) !== "computer" ? "computer" : "link";
}
