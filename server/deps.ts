// What the parts of the server are handed. main.ts constructs it, tests construct it with another clock.
import type { Hono } from "hono";
import type { Database } from "../db/client.ts";
import type { Config } from "./config.ts";
import type { Limits } from "./http/limits.ts";
import type { Outbox } from "./mail/outbox.ts";
import type { Music } from "./music/provider.ts";
import type { Hub } from "./realtime/hub.ts";
import type { Cipher } from "./secrets.ts";
import type { SingleFlight } from "./single_flight.ts";

export interface Deps {
  config: Config;
  db: Database;
  cipher: Cipher;
  /** The time in epoch milliseconds; nothing else asks the system's clock. */
  now: () => number;
  limits: Limits;
  hub: Hub;
  /** Sends the letters that the database holds. */
  outbox: Outbox;
  /** The built-in music account, there only where config.spotify.demo. */
  demoAccount?: Hono;
  music: Music;
  singleFlight: SingleFlight;
}
