import { strict as assert } from "node:assert";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits, assertTouchable, layoutShift } from "../support/browser/layout.ts";
import { readQr } from "../support/browser/qr.ts";

const test = browserTests();

test("the landing page welcomes, with a card for owners and one for guests", async ({ server, browser }) => {
  const page = await browser.newPage();
  await page.goto(server.origin);

  assert.equal(await page.title(), "Sıradaki");
  assert.match(await page.getByRole("main").innerText(), /hoş geldiniz/);
  assert.match(await page.getByRole("heading", { level: 1 }).innerText(), /birlikte yönetin/);
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
});

test("the landing page ships no script, shifts by nothing, and names its font files", async ({ server, browser }) => {
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
  assert.ok(fonts.length > 0);
  assert.ok(fonts.reduce((sum, { bytes }) => sum + bytes, 0) <= 40 * 1024);
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
  assert.match(await page.getByRole("main").innerText(), /Aradığınız sayfa burada değil/);
  await page.getByRole("link", { name: "Ana sayfaya dön" }).click();
  await page.waitForURL(`${server.origin}/`);
});
