// The parts that the server works with. main.ts constructs them, and tests may replace some.
import type { Hono } from "hono";
import type { Database } from "../db/connection/client.ts";
import type { Passwords } from "./auth/passwords.ts";
import type { TokenSigner } from "./auth/tokens.ts";
import type { Config } from "./config.ts";
import type { Counters } from "./evenings/counters.ts";
import type { Answers } from "./http/answers.ts";
import type { GuestCookies } from "./http/guest_cookie.ts";
import type { Limits } from "./http/limits.ts";
import type { Library } from "./library/library.ts";
import type { Outbox } from "./mail/outbox.ts";
import type { Music, Search } from "./music/music.ts";
import type { createSuggestions } from "./music/suggestions.ts";
import type { Assets } from "./pages/assets.ts";
import type { CafePageCache } from "./pages/cafe_content.ts";
import type { Conductors } from "./playback/conductors.ts";
import type { NowCache } from "./playback/what_plays.ts";
import type { Hub } from "./realtime/hub.ts";
import type { QueueCache } from "./requests/queue.ts";
import type { Cipher } from "./secrets.ts";
import type { SingleFlight } from "./once.ts";
import type { Timer } from "./timer.ts";

export interface Deps {
  config: Config;
  db: Database;
  cipher: Cipher;
  passwords: Passwords;
  tokenSigner: TokenSigner;
  /** The time in epoch ms. Nothing else reads the system's clock. */
  now: () => number;
  timer: Timer;
  /** Where guests reach the product now: for QR codes, the share link and link previews. */
  guestOrigin: () => Promise<string>;
  guestCookies: GuestCookies;
  limits: Limits;
  answers: Answers;
  hub: Hub;
  /** Counts what guests did not get. */
  counters: Counters;
  /** Sends the letters that the database holds. */
  outbox: Outbox;
  /** The built-in music account, present if `config.spotify.demo`. */
  demoAccount?: Hono;
  /** The cafe's own files. */
  library: Library;
  music: Music;
  search: Search;
  /** What guests are shown before they search. */
  suggestions: ReturnType<typeof createSuggestions>;
  queueCache: QueueCache;
  nowCache: NowCache;
  /** Where pages find the files of the client, looked up when it is first asked. */
  assets: () => Assets;
  cafePages: CafePageCache;
  singleFlight: SingleFlight;
  /** What plays by itself at the cafes that this instance acts for. */
  conductors: Conductors;
}
