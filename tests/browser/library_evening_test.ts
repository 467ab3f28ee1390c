// The player's page with the real server: guests' songs and the cafe's own, by hand and by themselves.
import { strict as assert } from "node:assert";
import { browserTests } from "./chromium/browser_tests.ts";
import { holding } from "./chromium/panel.ts";
import { seekBeforeEnd, sounding, tone, watchAudio } from "./chromium/player_page.ts";
import { cafeOf, memoryLibrary, useLibrary, withLibrary } from "../support/music/library_cafe.ts";
import { createOwner } from "../support/people/factories.ts";
import { servedApp } from "../support/start/served_app.ts";
import { runningClock } from "../support/time/clock.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();
/** Longer than the test: what has to end is moved to its end. */
const SONG_SECONDS = 300;

test("the queue plays in its order and earns its tips, the library follows, and hands rule over both", async ({ browser }) => {
  await using library = memoryLibrary();
  await using app = await servedApp({ RATE_LIMITS: "off" }, {
    clock: runningClock(),
    replace: withLibrary(library),
  });
  await library.fill(app.deps.db, 5, tone(SONG_SECONDS));
  const cafe = cafeOf(app, library, await createOwner(app.deps));
  await useLibrary(cafe, { auto: true, fallback: true });
  await cafe.queue([3, 5]);

  const page = await browser.newPage({ fresh: true, ...holding(app, cafe.owner.token) });
  await watchAudio(page);
  await page.goto(`${app.origin}/panel/player`);
  await page.getByRole("button", { name: "Müziği başlat" }).click();
  const display = page.getByRole("region", { name: "Şimdi çalıyor" });
  const shows = (text: string) => display.getByText(text, { exact: true }).waitFor();
  const oneSounds = () => until(async () => await sounding(page) === 1);
  for (const title of ["Şarkı 2", "Şarkı 1"]) {
    await shows(title);
    await shows("Müşteri isteği");
    await oneSounds();
    await seekBeforeEnd(page, 1);
  }
  await shows("Kafenin müziği");
  assert.deepEqual((await cafe.tips()).map(([, , kurus]) => kurus), [500, 300]);

  await display.getByRole("button", { name: "Duraklat" }).click();
  await until(async () => await sounding(page) === 0);
  await display.getByRole("button", { name: "Devam" }).click();
  await oneSounds();
  await cafe.queue([0, 0, 0]);
  const before = (await cafe.rows()).length;
  await display.getByRole("button", { name: "Geç" }).click();
  await shows("Müşteri isteği");
  await until(async () => (await cafe.rows()).length > before);
  const states = (await cafe.rows()).map(({ state }) => state);
  assert.equal(states.filter((state) => state === "playing").length, 1, `${states}`);

  // A tab that is closed gives its lease back, which otherwise lasts for another minute and a half.
  page.on("dialog", (dialog) => void dialog.accept());
  await page.close({ runBeforeUnload: true });
  await until(async () => {
    const answer = await app.call("GET", "/api/playback", { token: cafe.owner.token });
    return (await answer.json()).state === "no_device";
  });
});
