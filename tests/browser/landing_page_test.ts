// The pages without a cafe: the landing page, the notice on personal data, and an address that leads nowhere.
import { strict as assert } from "node:assert";
import type { Response } from "playwright-core";
import { assertAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import {
  assertFits,
  assertTouchable,
  brokenWords,
  layoutShift,
} from "../support/browser/layout.ts";
import { readQr } from "../support/browser/qr.ts";

const test = browserTests();
const MAX_FONT_BYTES = 16 * 1024;

test("the pages without a cafe are accessible; the landing page is whole on every screen, without a script or a shift, with one small font file", async ({ server, browser }) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const fetching: Promise<{ type: string; bytes: number }>[] = [];
  const note = (response: Response) => {
    const type = response.request().resourceType();
    fetching.push(response.body().then(({ length }) => ({ type, bytes: length })));
  };
  page.on("response", note);
  await page.goto(server.origin, { waitUntil: "networkidle" });
  const fetched = await Promise.all(fetching);
  page.off("response", note);
  assert.equal(await page.locator("script, [style], style").count(), 0);
  assert.deepEqual(fetched.filter(({ type }) => type === "script"), []);
  const fonts = fetched.filter(({ type }) => type === "font");
  assert.equal(fonts.length, 1);
  assert.ok(fonts[0]!.bytes <= MAX_FONT_BYTES, `${fonts[0]!.bytes} bytes`);
  assert.ok(await layoutShift(page) <= 0.02);
  await assertAccessible(page, "landing");

  for (const name of ["Kafe Sahibiyim", "Müzik İsteği Gönder"]) {
    const { y, height } = (await page.getByRole("region", { name }).boundingBox())!;
    assert.ok(y + height <= 800, `on a laptop ${name} ends at ${y + height}`);
  }
  const qr = await page.getByRole("img", { name: "Örnek QR kod" }).screenshot();
  assert.equal(await readQr(qr), "Örnek QR kod");

  await page.setViewportSize({ width: 360, height: 740 });
  const { y } = (await page.getByRole("link", { name: "Kafenizi kaydedin" }).boundingBox())!;
  assert.ok(y < 500, `on a phone the link stands at ${y}`);
  await assertFits(page, 320);
  await assertTouchable(page);
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await page.setViewportSize({ width: 360, height: 740 });
  assert.deepEqual(await brokenWords(page), []);
  await assertFits(page, 320);

  for (const path of ["/aydinlatma-metni", "/cafe/yok"]) {
    await page.goto(server.origin + path);
    await assertAccessible(page, path);
  }
});
