// Draws the pictures in deploy/pictures: `deno run -A tests/support/browser/draw_pictures.ts [readme|guide]`.
import { buildClient } from "../start/built.ts";
import { servedApp } from "../start/served_app.ts";
import { runningClock } from "../time/clock.ts";
import { launchChromium, pagesIn } from "./browser.ts";
import { drawFirstSong } from "./pictures/first_song.ts";
import { drawReadme } from "./pictures/readme.ts";

/** A cafe's network, so that codes and links look as they do there. */
const ENVIRONMENT = { GUEST_ORIGIN: "http://192.168.1.20:8000" };
/** 20:40 in Istanbul today, in epoch ms. */
const EVENING = new Date().setUTCHours(17, 40, 0, 0);
const SETS = { readme: drawReadme, guide: drawFirstSong };

await buildClient();
await using browser = await launchChromium();
const pages = pagesIn(browser);
for (const [name, draw] of Object.entries(SETS)) {
  if (Deno.args.length > 0 && !Deno.args.includes(name)) continue;
  await using server = await servedApp(ENVIRONMENT, { clock: runningClock(EVENING) });
  await using chromium = pages();
  const conducting = server.deps.conductors.start();
  await draw(server, chromium);
  await conducting.stop();
}
