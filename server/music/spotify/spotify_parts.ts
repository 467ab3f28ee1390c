// The collaborators that the files of this folder share. provider.ts constructs them.
import type { Deps } from "../../deps.ts";
import type { KnownModes } from "./orders.ts";
import type { OAuth } from "./oauth.ts";
import type { WebApi } from "./web_api.ts";

export interface SpotifyParts
  extends Pick<Deps, "cipher" | "config" | "db" | "hub" | "now" | "singleFlight"> {
  api: WebApi;
  knownModes: KnownModes;
  oauth: OAuth;
  /** A number from 0 up to, not including, 1. */
  random: () => number;
}
