// The demo music account: a small service that speaks Spotify's protocol over HTTP, so that the product runs
// without Spotify credentials (docs/music.md#demo-account). Its player has a clock and makes no sound.
import { Hono } from "hono";
import { createSealer, requireBearer } from "./tokens.ts";
import { catalogueCalls } from "./catalogue_calls.ts";
import { consentPages } from "./consent.ts";
import { coverFiles } from "./cover.ts";
import type { DemoAccountOptions } from "./players.ts";
import { playerCalls, playerCommands } from "./player_calls.ts";
import { playerPages } from "./page/player_pages.ts";
import { onSpotifyError, SpotifyError } from "./parameters.ts";
import { tokenEndpoint } from "./token_endpoint.ts";

/** Creates the account as an app. Its accounts URL is the path of the mount, its API URL that path and `/v1`. */
export function createDemoAccount(options: DemoAccountOptions): Hono {
  const sealer = createSealer(options.secret);
  const app = new Hono();
  app.onError(onSpotifyError);
  app.use("/v1/*", requireBearer(sealer, options.now));
  app.route("/", consentPages(options, sealer));
  app.route("/", playerPages(options));
  app.route("/api", tokenEndpoint(options, sealer));
  app.route("/v1", catalogueCalls(options));
  app.route("/v1/me", playerCalls(options));
  app.route("/v1/me", playerCommands(options));
  app.route("/covers", coverFiles());
  app.all("/v1/*", () => {
    throw new SpotifyError(404, "Service not found");
  });
  return app;
}
