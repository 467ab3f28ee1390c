import { strict as assert } from "node:assert";
import { SONGS } from "../../server/music/demo/catalogue/songs.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { authorizeUrl } from "../support/browser/consent.ts";
import { assertFits } from "../support/browser/layout.ts";
import { startMusicAccount } from "../support/music/music_faults.ts";

const test = browserTests();

test("the consent page is readable, and 'İzin ver' leads back under our own policy", async ({ server, browser }) => {
  const page = await browser.newPage();
  const { accountsUrl, clientId } = server.deps.config.spotify;
  await page.goto(await authorizeUrl(accountsUrl, clientId, server.origin));

  assert.equal(await page.title(), "Müzik hesabını bağlayın · Demo müzik hesabı");
  assert.equal(await page.getByRole("listitem").count(), 3);
  const footer = await page.getByRole("contentinfo").innerText();
  assert.match(footer, /gerçek bir müzik servisi değildir/);
  assert.notEqual(
    await page.evaluate(() => getComputedStyle(document.querySelector("main")!).borderRadius),
    "0px",
    "its style sheet has loaded",
  );
  // The same face as the panel from which it is reached.
  const face = (heading: Element) => getComputedStyle(heading).fontFamily.split(",")[0];
  assert.equal(await page.getByRole("heading", { level: 1 }).evaluate(face), "Fraunces");
  await page.evaluate(() => document.fonts.ready);
  assert.ok(await page.evaluate(() => document.fonts.check("600 1em Fraunces")));
  await assertFits(page, 320);

  const back = page.waitForRequest(/\/api\/spotify\/callback\?/);
  await page.getByRole("button", { name: "İzin ver" }).click();
  const { searchParams } = new URL((await back).url());
  assert.equal(searchParams.get("state"), "a-state");
  assert.ok(searchParams.get("code"));
  await page.waitForURL(/\/panel\//);
});

test("on an origin of its own the consent page leads back across origins, 'Vazgeç' too", async ({ server, browser }) => {
  await using account = await startMusicAccount();
  const { SPOTIFY_CLIENT_ID: clientId = "" } = account.environment;
  for (const [button, name] of [["İzin ver", "code"], ["Vazgeç", "error"]] as const) {
    const page = await browser.newPage();
    await page.goto(await authorizeUrl(account.accountsUrl, clientId, server.origin));
    const back = page.waitForRequest(/\/api\/spotify\/callback\?/);
    await page.getByRole("button", { name: button }).click();
    const url = new URL((await back).url());
    assert.equal(url.origin, server.origin);
    assert.deepEqual([...url.searchParams.keys()].sort(), [name, "state"].sort());
    await page.waitForURL(/\/panel\//);
  }
});

test("covers show in the browser, under our own policy", async ({ server, browser }) => {
  const page = await browser.newPage();
  await page.goto(server.origin);
  const sizes = await page.evaluate((sources) =>
    Promise.all(sources.map(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    })), SONGS.map((song) => `/demo/covers/${song.id}.svg`));
  assert.deepEqual(sizes, SONGS.map(() => [640, 640]));
});
