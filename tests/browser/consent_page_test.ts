import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { assertAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { authorizeUrl } from "../support/browser/consent.ts";
import { assertFits } from "../support/browser/layout.ts";
import { startMusicAccount } from "../support/music/music_faults.ts";

const test = browserTests();

test("the consent page is accessible, has the panel's face, and leads back under our own policy and across origins", async ({ server, browser }) => {
  const page = await browser.newPage();
  const { accountsUrl, clientId } = server.deps.config.spotify;
  await page.goto(await authorizeUrl(accountsUrl, clientId, server.origin));
  const face = (heading: Element) => getComputedStyle(heading).fontFamily.split(",")[0];
  assert.equal(await page.getByRole("heading", { level: 1 }).evaluate(face), "Fraunces");
  await page.evaluate(() => document.fonts.ready);
  assert.ok(await page.evaluate(() => document.fonts.check("600 1em Fraunces")));
  await assertAccessible(page, "consent");
  await assertFits(page, 320);
  await assertLeadsBack(page, server.origin, "İzin ver", "code");

  await using account = await startMusicAccount();
  const { SPOTIFY_CLIENT_ID: other = "" } = account.environment;
  for (const [button, name] of [["İzin ver", "code"], ["Vazgeç", "error"]] as const) {
    await page.goto(await authorizeUrl(account.accountsUrl, other, server.origin));
    await assertLeadsBack(page, server.origin, button, name);
  }
});

/** Presses the button, and asserts that the browser comes to the product's callback with `name`, and on to the panel. */
async function assertLeadsBack(
  page: Page,
  origin: string,
  button: string,
  name: "code" | "error",
): Promise<void> {
  const back = page.waitForRequest(/\/api\/spotify\/callback\?/);
  await page.getByRole("button", { name: button }).click();
  const url = new URL((await back).url());
  assert.equal(url.origin, origin);
  assert.deepEqual([...url.searchParams.keys()].sort(), [name, "state"].sort());
  await page.waitForURL(/\/panel\//);
}
