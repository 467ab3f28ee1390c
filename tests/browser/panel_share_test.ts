import { strict as assert } from "node:assert";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { takeScreenshot } from "../support/browser/screenshots.ts";
import { createOwner } from "../support/people/factories.ts";
import { openPanel, savedBy } from "../support/browser/panel.ts";
import { readQr } from "../support/browser/qr.ts";

const GUESTS = { GUEST_ORIGIN: "http://192.168.1.20:8000" };
const test = browserTests({ environment: GUESTS });

test("the share screen shows a code of 256 px that leads to the cafe's page, and the link", async ({ server, browser }) => {
  const { token, cafeId } = await createOwner(server.deps, "Işıl'ın Kahvesi");
  const page = await openPanel(server, browser, token, "/panel/share");
  const url = `${GUESTS.GUEST_ORIGIN}/cafe/${cafeId}`;

  assert.equal(await page.title(), "Paylaş · Sıradaki");
  const code = page.getByRole("img", { name: "Işıl'ın Kahvesi sayfasının QR kodu" }).first();
  const { width, height } = (await code.boundingBox())!;
  assert.deepEqual([width, height], [256, 256]);
  assert.equal(await readQr(await code.screenshot()), url);
  assert.equal(await page.getByRole("link", { name: url }).getAttribute("href"), url);
  assert.equal(
    await page.getByText("Bu link şimdilik yalnızca bu bilgisayarda açılır.").count(),
    0,
  );
  await assertFits(page, 320);
});

for (const how of ["with the clipboard", "without it, as over plain http"]) {
  test(`the link is copied ${how}`, async ({ server, browser }) => {
    const { token, cafeId } = await createOwner(server.deps);
    const permissions = ["clipboard-read", "clipboard-write"];
    const page = await openPanel(server, browser, token, "/panel/share", { permissions });
    if (how !== "with the clipboard") {
      await page.evaluate(() => {
        const { clipboard } = navigator;
        Object.assign(globalThis, { readClipboard: () => clipboard.readText() });
        Object.defineProperty(navigator, "clipboard", { value: undefined });
      });
    }
    const button = page.getByRole("button", { name: "Linki Kopyala" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Link panoya kopyalandı!").waitFor();
    const copied = await page.evaluate(() => {
      const { readClipboard } = globalThis as { readClipboard?: () => Promise<string> };
      return readClipboard ? readClipboard() : navigator.clipboard.readText();
    });
    assert.equal(copied, `${GUESTS.GUEST_ORIGIN}/cafe/${cafeId}`);
    assert.ok(await button.evaluate((element) => element === document.activeElement));
  });
}

test("a link that cannot be copied is selected, and the owner is told", async ({ server, browser }) => {
  const { token, cafeId } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/share");
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await page.getByRole("button", { name: "Linki Kopyala" }).click();
  await page.getByText("Link kopyalanamadı. Seçili linki kendiniz kopyalayın.").waitFor();
  const selected = await page.evaluate(() => getSelection()?.toString());
  assert.ok(selected?.includes(`${GUESTS.GUEST_ORIGIN}/cafe/${cafeId}`), `selected: ${selected}`);
});

test("the code is saved as SVG and as PNG, and both can be read", async ({ server, browser }) => {
  const { token, cafeId } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/share");
  const url = `${GUESTS.GUEST_ORIGIN}/cafe/${cafeId}`;

  const png = await savedBy(page, () => page.getByRole("button", { name: "PNG indir" }).click());
  assert.equal(png.name, "siradaki-qr.png");
  assert.equal(await readQr(png.bytes), url);
  const svg = await savedBy(page, () => page.getByRole("button", { name: "SVG indir" }).click());
  assert.equal(svg.name, "siradaki-qr.svg");
  const viewer = await browser.newPage({ viewport: { width: 256, height: 256 } });
  await viewer.goto(
    `data:image/svg+xml,${encodeURIComponent(new TextDecoder().decode(svg.bytes))}`,
  );
  assert.equal(await readQr(await viewer.screenshot()), url);
});

test("the printer gets one A4 page of four A6 cards and nothing else", async ({ server, browser }) => {
  const { token, cafeId } = await createOwner(server.deps, "Işıl'ın Kahvesi");
  const page = await openPanel(server, browser, token, "/panel/share");
  await page.emulateMedia({ media: "print" });
  // A4 in CSS pixels.
  await page.setViewportSize({ width: 794, height: 1123 });
  const cards = page.locator(".print-sheet .table-card");
  assert.equal(await cards.count(), 4);
  for (const card of await cards.all()) {
    const { width, height } = (await card.boundingBox())!;
    assert.ok(Math.abs(width - 396.9) < 1 && Math.abs(height - 559.4) < 1, `${width} x ${height}`);
    assert.match(
      await card.innerText(),
      /Işıl'ın Kahvesi\s+Telefonunuzla QR kodu okutun,\s+şarkınızı seçip isteğinizi gönderin\./,
    );
    const code = await card.getByRole("img").screenshot();
    assert.equal(await readQr(code), `${GUESTS.GUEST_ORIGIN}/cafe/${cafeId}`);
  }
  assert.equal(await page.getByRole("button").count(), 0);
  assert.equal(await page.getByRole("link").count(), 0);
  await takeScreenshot(page, "panel-share-print");
  const pdf = new TextDecoder("latin1").decode(await page.pdf({ preferCSSPageSize: true }));
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
  const [, width, height] = pdf.match(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/)!;
  assert.deepEqual([width, height].map(Number).map(Math.round), [595, 842]);
});

test("a cafe's name of any length leaves the code on its card free", async ({ server, browser }) => {
  const name = "Uzunçarşıbaşı Kahvehanesi & İncesaz Müzikli Çay Bahçesi ve Şekercisi, İzmir".padEnd(
    100,
    "ş",
  );
  const { token, cafeId } = await createOwner(server.deps, name);
  const viewport = { width: 320, height: 780 };
  const page = await openPanel(server, browser, token, "/panel/share", { viewport });
  const url = `${GUESTS.GUEST_ORIGIN}/cafe/${cafeId}`;
  const [shown, printed] = [".share .table-card", ".print-sheet .table-card >> nth=0"];
  assert.equal(await readQr(await page.locator(shown).screenshot({ scale: "css" })), url);
  await assertFits(page, 320);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 794, height: 1123 });
  assert.equal(await readQr(await page.locator(printed).screenshot()), url);
  for (const card of await page.locator(".print-sheet .table-card-face").all()) {
    const spill = await card.evaluate((face) => face.scrollHeight - face.clientHeight);
    assert.equal(spill, 0);
  }
});
