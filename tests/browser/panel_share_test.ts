// The screen 'Paylaş': codes that can be read, what is copied and saved, and cards on paper.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { assertAccessible } from "./chromium/accessibility.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { assertUsable } from "./chromium/layout.ts";
import { takeScreenshot } from "./chromium/screenshots.ts";
import { createOwner } from "../support/people/factories.ts";
import { focused, openPanel, savedBy } from "./chromium/panel.ts";
import { readQr } from "./chromium/qr.ts";

const GUESTS = { GUEST_ORIGIN: "http://192.168.1.20:8000" };
const test = browserTests({ environment: GUESTS });

test("the code leads to the cafe's page, is saved as SVG and PNG, and links are copied: with the clipboard, over plain http, and by hand", async ({ server, browser }) => {
  const { token, cafeId } = await createOwner(server.deps, "Işıl'ın Kahvesi");
  const permissions = ["clipboard-read", "clipboard-write"];
  const page = await openPanel(server, browser, token, "/panel/share", { permissions });
  const url = `${GUESTS.GUEST_ORIGIN}/cafe/${cafeId}`;
  const code = page.getByRole("img", { name: "Işıl'ın Kahvesi sayfasının QR kodu" }).first();
  const { width, height } = (await code.boundingBox())!;
  assert.deepEqual([width, height], [256, 256]);
  // Not under the player bar.
  await code.evaluate((picture) => picture.scrollIntoView({ block: "center" }));
  assert.equal(await readQr(await code.screenshot()), url);
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

  await page.getByRole("button", { name: "Adresi kopyala" }).click();
  await page.getByRole("status").getByText("Adres panoya kopyalandı!").waitFor();
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    `${shortUrl(cafeId)}/ekran`,
  );
  const copied = async () => {
    await page.getByRole("button", { name: "Linki kopyala" }).press("Enter");
    await page.getByRole("status").getByText("Link panoya kopyalandı!").waitFor();
    assert.equal(await focused(page), "Linki kopyala");
    return await page.evaluate(() => {
      const { clipboard } = globalThis as { clipboard?: Clipboard };
      return (clipboard ?? navigator.clipboard).readText();
    });
  };
  assert.equal(await copied(), shortUrl(cafeId));
  await page.evaluate(async () => {
    const { clipboard } = navigator;
    await clipboard.writeText("");
    Object.assign(globalThis, { clipboard });
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.getByRole("button", { name: "Bildirimi kapat" }).click();
  assert.equal(await copied(), shortUrl(cafeId));
  await page.evaluate(() => document.execCommand = () => false);
  await page.getByRole("button", { name: "Linki kopyala" }).click();
  await page.getByText("Link kopyalanamadı. Seçili linki kendiniz kopyalayın.").waitFor();
  const selected = await page.evaluate(() => getSelection()?.toString());
  assert.ok(selected?.includes(shortUrl(cafeId)), `selected: ${selected}`);
  await assertAccessible(page, "share");
});

/** The paper of the cards, in mm. */
const SIZES = [
  { name: "2 büyük", cards: 3, sheets: 2, paper: [297, 210], card: [148.5, 210] },
  { name: "4 orta", cards: 4, sheets: 1, paper: [210, 297], card: [105, 148.5] },
  { name: "8 küçük", cards: 12, sheets: 2, paper: [297, 210], card: [74.25, 105] },
] as const;
const MM_PX = 96 / 25.4;
const MM_PT = 72 / 25.4;

test("cards of each size are pages of A4 with the code, the short address and a number alone, also for the longest name; their choices are made with the keyboard, and fit", async ({ server, browser }) => {
  const cafe = "Uzunçarşıbaşı Kahvehanesi & İncesaz Müzikli Çay Bahçesi ve Şekercisi, İzmir"
    .padEnd(100, "ş");
  const { token, cafeId } = await createOwner(server.deps, cafe);
  const viewport = { width: 320, height: 780 };
  const page = await openPanel(server, browser, token, "/panel/share", { viewport });
  const url = `${GUESTS.GUEST_ORIGIN}/cafe/${cafeId}`;
  const shown = page.locator(".share .table-card");
  assert.equal(await readQr(await shown.screenshot({ scale: "css" })), url);
  await page.getByRole("radio", { name: "4 orta" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.getByRole("radio", { name: "8 küçük" }).isChecked());
  await page.keyboard.press("ArrowLeft");
  await page.getByLabel("Masa numarası yazılsın").press("Space");
  await page.getByLabel("İlk masanın numarası").fill("12");
  await shown.getByText("Masa 12").waitFor();
  // A checkbox is as large as its label, and a link in running text as its line.
  await assertUsable(page, [320, 820, 1280], "[type=checkbox], .share-link a");

  for (const { name, cards, sheets, paper, card: [cardWidth, cardHeight] } of SIZES) {
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("radio", { name }).check();
    await page.getByLabel("Kart sayısı").fill(String(cards));
    await page.emulateMedia({ media: "print" });
    const [width, height] = paper.map((mm) => Math.round(mm * MM_PX));
    await page.setViewportSize({ width: width!, height: height! });
    const printed = page.locator(".print-sheet .table-card");
    assert.equal(await printed.count(), cards);
    for (const [i, card] of (await printed.all()).entries()) {
      const box = (await card.boundingBox())!;
      assert.ok(Math.abs(box.width / MM_PX - cardWidth) < 0.2, `${name}: ${box.width} px wide`);
      assert.ok(Math.abs(box.height / MM_PX - cardHeight) < 0.2, `${name}: ${box.height} px high`);
      const words = (await card.innerText()).replace(/\s+/g, " ");
      assert.ok(words.startsWith(`${cafe} Sıradaki şarkı sizden`), words);
      assert.ok(words.includes(shortUrl(cafeId).replace("http://", " ")), words);
      assert.match(words, new RegExp(`Okutun Seçin Gönderin Sıradaki Masa ${12 + i}$`));
      const spill = await card.locator(".table-card-face")
        .evaluate((face) => face.scrollHeight - face.clientHeight);
      assert.equal(spill, 0);
      // Each of them is the same picture.
      if (i === 0) assert.equal(await readQr(await card.screenshot()), url);
    }
    assert.equal(await page.getByRole("button").or(page.getByRole("link")).count(), 0);
    await takeScreenshot(page, `panel-share-print-${cards}`);
    await assertPages(page, sheets, paper);
  }
});

/** Fails if the page is printed on other than `sheets` sheets of this width and height, in mm. */
async function assertPages(page: Page, sheets: number, paper: readonly number[]): Promise<void> {
  const pdf = new TextDecoder("latin1").decode(await page.pdf({ preferCSSPageSize: true }));
  const boxes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)];
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, sheets);
  assert.ok(boxes.length > 0);
  for (const [, ...box] of boxes) {
    const points = paper.map((mm) => Math.round(mm * MM_PT));
    assert.deepEqual(box.map(Number).map(Math.round), points);
  }
}

function shortUrl(cafeId: string): string {
  return `${GUESTS.GUEST_ORIGIN}/k/${cafeId.slice(-8).toLowerCase()}`;
}
