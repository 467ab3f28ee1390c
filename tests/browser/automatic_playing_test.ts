// Songs play by themselves: an owner turns it on once.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { SONGS } from "../../server/music/demo/catalogue.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { openCafe } from "./chromium/evening.ts";
import { connectMusic, openPanel } from "./chromium/panel.ts";
import { createClock } from "../support/time/clock.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();
/** For one test. */
const standing = createClock();

const THREE = SONGS.slice(0, 3);
const LENGTH = "5 saniye";

test(
  "three songs play through without a press, and the bar, the guest's page and the television follow them to the end",
  async ({ server, browser }) => {
    const cafe = await openCafe(server);
    const conducting = server.deps.conductors.start();
    await using stack = new AsyncDisposableStack();
    stack.defer(() => conducting.stop());
    const panel = await openPanel(server, browser, cafe.token, "/panel/dashboard");
    await connectMusic(panel);
    // The music service's app, in the same browser.
    const person = await panel.context().newPage();
    await person.goto(`${server.origin}/demo/player`);
    await person.getByRole("button", { name: LENGTH, exact: true }).click();
    await person.getByRole("button", { name: LENGTH, exact: true, pressed: true }).waitFor();
    await panel.bringToFront();
    const [guest, television] = [await browser.newPage(), await browser.newPage()];
    await guest.goto(cafe.cafeUrl);
    await television.goto(`${cafe.cafeUrl}/ekran`);
    const titles = THREE.map(({ title }) => title);
    await Promise.all([panel, guest, television].map((page) => noteTitles(page, titles)));
    for (const [i, { id, title: songTitle }] of THREE.entries()) {
      await cafe.queueSong({ uri: `spotify:track:${id}`, songTitle, tipAmount: 100 - i });
    }
    const presses: string[] = [];
    // The switch's own call, which goes out some time after the click, is the last one by hand.
    const switched = panel.waitForRequest((request) => request.method() === "PUT");
    await panel.getByRole("switch", { name: "Otomatik çal" }).click();
    await switched;
    panel.on("request", (request) => {
      if (request.method() !== "GET") presses.push(request.url());
    });
    const playing = async () => {
      const answer = await server.call("GET", "/api/playback", { token: cafe.token });
      return (await answer.json()).playing?.title;
    };
    const letPass = (ms: number) => standing.run(ms, () => server.deps.conductors.idle());
    for (const title of titles) {
      await until(async () => {
        if (await playing() === title) return true;
        await letPass(1_000);
        return false;
      });
      // No time passes until every page has shown the song: a slow one would miss a song of five seconds.
      for (const page of [panel, guest, television]) {
        await page.waitForFunction(
          (title) => Reflect.get(window, "shownTitles").at(-1) === title,
          title,
          { timeout: 60_000 },
        );
      }
    }
    await letPass(10_000);
    const bar = panel.getByRole("region", { name: "Şimdi çalıyor" });
    await bar.getByRole("status").filter({ hasText: "Çalınacak bir şey yok." }).waitFor();
    await bar.getByText("Sırada şarkı yok.").waitFor();
    for (const page of [panel, guest, television]) {
      assert.deepEqual(await page.evaluate(() => Reflect.get(window, "shownTitles")), titles);
    }
    assert.deepEqual(presses, []);
  },
  { clock: () => standing },
);

/** Notes in the page which of these titles its part 'Şimdi çalıyor' shows, one after another. */
async function noteTitles(page: Page, titles: string[]): Promise<void> {
  await page.evaluate((titles) => {
    const shown: string[] = [];
    Reflect.set(window, "shownTitles", shown);
    const look = () => {
      const heading = [...document.querySelectorAll("h2, h1")]
        .find((each) => each.textContent === "Şimdi çalıyor");
      const part = heading?.closest("section") ??
        document.querySelector("[aria-label='Şimdi çalıyor']");
      const lines = (part as HTMLElement | null)?.innerText.split("\n");
      const title = titles.find((each) => lines?.includes(each));
      if (title && title !== shown.at(-1)) shown.push(title);
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, titles);
}
