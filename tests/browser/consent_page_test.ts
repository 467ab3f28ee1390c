import { strict as assert } from "node:assert";
import { SONGS } from "../../server/music/demo/catalogue/songs.ts";
import { hashToken, randomToken } from "../../server/secrets.ts";
import {
  assertAccessible,
  assertFits,
  launchBrowser,
  takeScreenshots,
} from "../support/browser/browser.ts";
import { liveServer } from "../support/start/live_server.ts";
import { startMusicAccount } from "../support/music/music_faults.ts";

/** Where an application sends the browser; it comes back to `origin`. */
async function authorizeUrl(
  accountsUrl: string,
  clientId: string,
  origin: string,
): Promise<string> {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: `${origin}/api/spotify/callback`,
    state: "a-state",
    scope: "user-modify-playback-state user-read-playback-state user-read-currently-playing",
    code_challenge_method: "S256",
    code_challenge: await hashToken(randomToken()),
  });
  return `${accountsUrl}/authorize?${query}`;
}

Deno.test("the consent page is readable, accessible, and 'İzin ver' leads back under our own policy", async () => {
  await using server = await liveServer();
  await using browser = await launchBrowser();
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
  await takeScreenshots(page, "consent");
  await assertAccessible(page);
  await assertFits(page, 320);

  const back = page.waitForRequest(/\/api\/spotify\/callback\?/);
  await page.getByRole("button", { name: "İzin ver" }).click();
  const { searchParams } = new URL((await back).url());
  assert.equal(searchParams.get("state"), "a-state");
  assert.ok(searchParams.get("code"));
  await page.waitForURL(/\/panel\//);
  browser.assertClean();
});

Deno.test("on an origin of its own the consent page leads back across origins, 'Vazgeç' too", async () => {
  await using server = await liveServer();
  await using account = await startMusicAccount();
  await using browser = await launchBrowser();
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
  browser.assertClean();
});

Deno.test("covers show in the browser, under our own policy", async () => {
  await using server = await liveServer();
  await using browser = await launchBrowser();
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
  browser.assertClean();
});
