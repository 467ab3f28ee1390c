import { strict as assert } from "node:assert";
import type { Page, Route } from "playwright-core";
import { announcements } from "../support/browser/announcements.ts";
import { type TestBrowser } from "../support/browser/browser.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { type Evening, openCafe, refuse } from "../support/browser/evening.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { openDashboard } from "../support/browser/panel.ts";
import { passed } from "../support/time/until.ts";

const test = browserTests();

test("what changes while the dashboard's lists are on their way is shown too", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openDashboard(server, browser, cafe.token);
  const held = await holdLists(page);

  await cafe.submit({ songTitle: "Birinci" });
  await held.next();
  // Its answer is from before this.
  await cafe.submit({ songTitle: "İkinci" });
  await told(browser, server, cafe, "İkinci");
  // However long it takes, the screen stays.
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "İstekler");
  await held.letGo();
  await pending(page, "Birinci").waitFor();
  await pending(page, "İkinci").waitFor();
});

test("who scrolls while a refresh is on its way stays where they have scrolled to", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (let i = 0; i < 15; i++) await cafe.submit({ songTitle: `Şarkı ${i}` });
  const page = await openDashboard(server, browser, cafe.token);
  const held = await holdLists(page);
  await cafe.submit({ songTitle: "Sonuncu" });
  await held.next();
  await page.evaluate(() => scrollTo(0, 500));
  await held.letGo();
  await pending(page, "Sonuncu").waitFor();
  assert.equal(await page.evaluate(() => scrollY), 500);

  await page.getByRole("link", { name: "Profil" }).evaluate((link: HTMLElement) => link.click());
  await page.getByRole("heading", { level: 1, name: "Profil" }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => scrollY === 500);
});

test("changes that come faster than answers do not keep the dashboard from moving on", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openDashboard(server, browser, cafe.token);
  await page.route("**/api/requests", async (route) => {
    const response = await route.fetch();
    await passed(700);
    await route.fulfill({ response });
  });
  let busy = true;
  const changing = (async () => {
    for (let i = 0; busy; i++) {
      const { _id } = await cafe.submit({ songTitle: `Sürekli ${i}` });
      await passed(150);
      await cafe.decide(_id, "rejected");
    }
  })();
  await cafe.submit({ songTitle: "Arada" });
  try {
    await pending(page, "Arada").waitFor();
  } finally {
    busy = false;
    await changing;
  }
  await page.unrouteAll({ behavior: "wait" });
});

test("a refresh that fails leaves the lists where they are, and is tried again by itself", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.submit({ songTitle: "Önceki" });
  const page = await openDashboard(server, browser, cafe.token);
  await pending(page, "Önceki").waitFor();

  const refused = page.waitForResponse((answer) => answer.status() === 503);
  await refuse(page, "**/api/requests", 503, "Sistem şu anda yoğun.");
  await cafe.submit({ songTitle: "Sonraki" });
  await refused;
  await page.unroute("**/api/requests");
  await pending(page, "Sonraki").waitFor({ timeout: 6000 });
  await pending(page, "Önceki").waitFor();
  assert.equal(await page.getByText("Sayfa yüklenemedi").count(), 0);
});

test("an answer that arrives while a finger is down is shown once it is lifted", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
  const page = await openDashboard(server, browser, cafe.token);
  const { _id } = await cafe.submit({ songTitle: "Gülpembe", tipAmount: 50 });
  await pending(page, "Gülpembe").waitFor();
  const held = await holdLists(page);
  await cafe.decide(_id, "approved");
  await held.next();

  const heading = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
  await page.mouse.move(heading.x + 5, heading.y + 5);
  await page.mouse.down();
  await held.letGo();
  // Frames enough for whatever was going to be shown.
  await page.evaluate(async () => {
    for (let i = 0; i < 20; i++) await new Promise((shown) => requestAnimationFrame(shown));
  });
  assert.equal(await queued(page, "Gülpembe").count(), 0);
  await page.mouse.up();
  await queued(page, "Gülpembe").waitFor({ timeout: 1000 });
});

test("a press that never ends for the page does not freeze it: another button, a window left", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openDashboard(server, browser, cafe.token);
  // Where a press opens the browser's own menu, its release never comes.
  await page.evaluate(() => {
    document.body.dispatchEvent(
      new PointerEvent("pointerdown", { bubbles: true, pointerId: 7, button: 2 }),
    );
  });
  await cafe.submit({ songTitle: "Birinci" });
  await pending(page, "Birinci").waitFor();
  await page.evaluate(() => {
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerId: 8 }));
    dispatchEvent(new Event("blur"));
  });
  await cafe.submit({ songTitle: "İkinci" });
  await pending(page, "İkinci").waitFor();
});

test("the same song asked for twice is announced twice", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openDashboard(server, browser, cafe.token);
  const said = await announcements(page);
  for (const count of [1, 2]) {
    await cafe.submit({ songTitle: "Gülpembe" });
    await said("Yeni istek: Gülpembe.", count);
  }
});

for (const reducedMotion of ["reduce", "no-preference"] as const) {
  test(`the dashboard's rows ${reducedMotion === "reduce" ? "jump" : "glide"} where motion is '${reducedMotion}'`, async ({ server, browser }) => {
    const cafe = await openCafe(server);
    await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
    const page = await openDashboard(server, browser, cafe.token, { reducedMotion });
    await page.evaluate(() => {
      const animate = Element.prototype.animate;
      const glided: (string | null)[] = [];
      Object.assign(globalThis, { glided });
      Element.prototype.animate = function (...args) {
        glided.push(this.getAttribute("data-glide"));
        return animate.apply(this, args);
      };
    });
    await cafe.queueSong({ songTitle: "Gülpembe", tipAmount: 50 });
    await queued(page, "Gülpembe").waitFor();
    const glided = await page.evaluate(() => (globalThis as unknown as { glided: [] }).glided);
    assert.equal(glided.length > 0, reducedMotion !== "reduce");
  });
}

/** Keeps the lists' answers on their way, as they were when the server gave them. */
async function holdLists(page: Page) {
  const held: (() => Promise<void>)[] = [];
  let open = false;
  const { promise: first, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/requests", async (route: Route) => {
    const response = await route.fetch();
    if (open) return await route.fulfill({ response });
    held.push(() => route.fulfill({ response }).catch(() => {}));
    resolve();
  });
  return {
    next: () => first,
    async letGo() {
      open = true;
      await Promise.all(held.map((release) => release()));
    },
  };
}

/** Resolves once a page of the same owner has heard of the request. */
async function told(
  browser: TestBrowser,
  server: ServedApp,
  cafe: Evening,
  songTitle: string,
): Promise<void> {
  const other = await openDashboard(server, browser, cafe.token);
  await pending(other, songTitle).waitFor();
}

function pending(page: Page, title: string) {
  return page.getByRole("region", { name: "Onay bekleyenler" }).getByRole("listitem")
    .filter({ hasText: title });
}

function queued(page: Page, title: string) {
  return page.getByRole("region", { name: "Şarkı sırası" }).getByRole("listitem")
    .filter({ hasText: title });
}
