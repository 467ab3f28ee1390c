import { strict as assert } from "node:assert";
import { browserTests } from "../support/browser/browser_tests.ts";
import {
  assertFits,
  assertTouchable,
  brokenWords,
  layoutShift,
} from "../support/browser/layout.ts";
import { readQr } from "../support/browser/qr.ts";

const test = browserTests();

test("the landing page welcomes, says how it works, and has a card for owners and one for guests", async ({ server, browser }) => {
  const page = await browser.newPage();
  await page.goto(server.origin);

  assert.equal(await page.title(), "Kafenizin müziğini birlikte yönetin · Sıradaki");
  assert.match(await page.getByRole("main").innerText(), /hoş geldiniz/);
  assert.match(await page.getByRole("heading", { level: 1 }).innerText(), /birlikte yönetin/);
  const steps = page.getByRole("region", { name: "Üç adımda nasıl çalışır?" });
  assert.deepEqual(await steps.getByRole("heading", { level: 3 }).allTextContents(), [
    "1 Masadaki kodu okuturlar",
    "2 Şarkılarını isterler",
    "3 Siz onaylarsınız",
  ]);
  const owners = page.getByRole("region", { name: "Kafe Sahibiyim" });
  assert.match(
    await owners.innerText(),
    /giriş yapın.*isteklerini yönetin.*kazancınızı takip edin/,
  );
  const guests = page.getByRole("region", { name: "Müzik İsteği Gönder" });
  assert.match(await guests.innerText(), /QR kodu telefonunuzla okutun.*istek göndermeye başlayın/);
  assert.equal(await guests.getByRole("link").or(guests.getByRole("button")).count(), 0);
  const qr = await guests.getByRole("img", { name: "Örnek QR kod" }).screenshot();
  assert.equal(await readQr(qr), "Örnek QR kod");

  await assertFits(page, 320);
  await assertTouchable(page);
  await page.getByRole("link", { name: "Panele Git" }).click();
  await page.waitForURL(/\/panel\/login$/);
  await page.goBack();
  await page.getByRole("link", { name: "Kafenizi kaydedin" }).click();
  await page.waitForURL(/\/panel\/register$/);
});

test("on a laptop the landing page shows everything without scrolling, on a phone what it is for", async ({ server, browser }) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(server.origin);
  const register = page.getByRole("link", { name: "Kafenizi kaydedin" });
  for (const name of ["Kafe Sahibiyim", "Müzik İsteği Gönder"]) {
    const { y, height } = (await page.getByRole("region", { name }).boundingBox())!;
    assert.ok(y + height <= 800, `${name} ends at ${y + height}`);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  const { y } = (await register.boundingBox())!;
  assert.ok(y < 500, `the link stands at ${y}`);
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  assert.deepEqual(await brokenWords(page), []);
  await assertFits(page, 320);
});

test("the landing page ships no script, shifts by nothing, and loads one small font file", async ({ server, browser }) => {
  const page = await browser.newPage();
  const fetching: Promise<{ type: string; bytes: number }>[] = [];
  page.on("response", (response) => {
    const type = response.request().resourceType();
    fetching.push(response.body().then(({ length }) => ({ type, bytes: length })));
  });
  await page.goto(server.origin, { waitUntil: "networkidle" });

  const fetched = await Promise.all(fetching);
  assert.equal(await page.locator("script, [style], style").count(), 0);
  assert.deepEqual(fetched.filter(({ type }) => type === "script"), []);
  const fonts = fetched.filter(({ type }) => type === "font");
  assert.equal(fonts.length, 1);
  assert.ok(fonts[0]!.bytes <= 16 * 1024);
  assert.ok(await layoutShift(page) <= 0.02);
});

test("the notice on personal data can be reached from the landing page", async ({ server, browser }) => {
  const page = await browser.newPage();
  await page.goto(server.origin);
  await page.getByRole("link", { name: "aydınlatma metni" }).click();
  await page.getByRole("heading", { name: "Aydınlatma metni" }).waitFor();
  await assertFits(page, 320);
});

test("an unknown path is a page in Turkish with status 404", async ({ server, browser }) => {
  const page = await browser.newPage();
  const response = await page.goto(`${server.origin}/yok`);

  assert.equal(response?.status(), 404);
  assert.match(await page.getByRole("main").innerText(), /Sayfa bulunamadı/);
  await page.getByRole("link", { name: "Ana sayfaya dön" }).click();
  await page.waitForURL(`${server.origin}/`);
});
