import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { earn, owe } from "../support/people/earnings.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits, brokenWords } from "../support/browser/layout.ts";
import { midweekClock } from "../support/time/clock.ts";
import { refuse } from "../support/browser/evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { HOLDER, IBAN } from "../support/people/payees.ts";
import { focusOn, openPanel, savedBy } from "../support/browser/panel.ts";

const test = browserTests({ clock: midweekClock });

test("earnings say that nothing was earned yet, what is missing to be paid, and who pays", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/payouts");

  assert.equal(await page.title(), "Kazançlarım · Sıradaki");
  await page.getByText("Henüz bir ödeme geçmişiniz yok.").waitFor();
  await page.getByText("Bu dönemde bahşişli şarkı çalınmadı.").waitFor();
  assert.equal(await fact(page, "Güncel bakiye"), "0,00 TL");
  assert.equal(await fact(page, "Son ödeme"), "-");
  assert.equal(await fact(page, "Son ödemenin yapıldığı tarih"), "-");
  assert.match(
    await page.getByRole("main").innerText(),
    /Bu site para almaz, .* ödemeyi sonra yönetici IBAN'ınıza yapar\./,
  );
  assert.equal(await page.getByRole("button", { name: "CSV indir" }).count(), 0);

  // On a phone the way out stands below the words, which otherwise would wrap after each word.
  await page.setViewportSize({ width: 360, height: 780 });
  const missing = (await page.getByText(/IBAN ve hesap sahibinin adı gerekli/).boundingBox())!;
  assert.ok(missing.width > 200, `the words have ${missing.width} px`);
  await page.getByRole("link", { name: "Profili tamamla" }).click();
  await page.getByRole("heading", { level: 1, name: "Profil" }).waitFor();
  await focusOn(page, "Profil");
});

test("earnings show balance, days, songs and a history that counts down from the total", async ({ server, browser }) => {
  const { token } = await earn(server);
  const page = await openPanel(server, browser, token, "/panel/payouts");

  assert.equal(await page.getByText(/IBAN ve hesap sahibinin adı gerekli/).count(), 0);
  assert.equal(await fact(page, "Güncel bakiye"), "1.234,50 TL");
  assert.equal(await fact(page, "Son ödeme"), "75,00 TL");
  assert.match(await fact(page, "Son ödemenin yapıldığı tarih"), /^\d{1,2} \p{L}+ 20\d\d$/u);
  const rows = page.getByRole("table", { name: "Ödeme geçmişi" }).getByRole("row");
  assert.match(await rows.nth(1).innerText(), /^2\s[^]*40,10 TL\s+Beklemede$/);
  assert.match(await rows.nth(2).innerText(), /^1\s[^]*75,00 TL\s+Ödendi$/);

  const songs = page.getByRole("region", { name: "En çok kazandıran şarkılar" })
    .getByRole("listitem");
  assert.match(await songs.first().innerText(), /Islak Islak\s+Cem Karaca\s+1\.234,50 TL\s+1 kez/);
  assert.equal(await songs.count(), 2);
  await assertFits(page, 320);

  await page.setViewportSize({ width: 360, height: 780 });
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  assert.deepEqual(await brokenWords(page), []);
  await page.getByText("Rakamları tablo olarak göster").click();
  const cut = await page.locator("table .money").evaluateAll((all) =>
    all.filter((money) => {
      const card = money.closest(".card")!.getBoundingClientRect();
      return money.getBoundingClientRect().right > card.right;
    }).map((money) => money.textContent)
  );
  assert.deepEqual(cut, [], "no amount stands beyond its card");
});

test("the history is saved as the CSV that Turkish Excel reads, and a failure is said", async ({ server, browser }) => {
  const { token } = await earn(server);
  const page = await openPanel(server, browser, token, "/panel/payouts");
  const button = page.getByRole("button", { name: "CSV indir" });
  const { name, bytes } = await savedBy(page, () => button.click());
  assert.match(name, /^siradaki-odemeler.*\.csv$/);
  assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.match(new TextDecoder().decode(bytes), /^No;[^\r\n]*\r?\n2;[^\r\n]*;40,10;Beklemede/);

  await refuse(page, "**/api/payouts/history.csv", 503, "Sistem şu anda yoğun.");
  await button.click();
  const notice = page.getByRole("status").filter({ hasText: "Dosya indirilemedi." });
  assert.match(await notice.innerText(), /Dosya indirilemedi\.\s+Sistem şu anda yoğun\./);
});

test("the admin reads whom to pay, with the total, and copies an IBAN without blanks", async ({ server, browser }) => {
  const { owners, token } = await owe(server);
  const permissions = ["clipboard-read", "clipboard-write"];
  const page = await openPanel(server, browser, token, "/admin/payouts", { permissions });

  assert.equal(await page.title(), "Bekleyen ödemeler · Sıradaki");
  await page.getByText("2 ödeme, toplam 1.300,75 TL").waitFor();
  const row = page.getByRole("row").filter({ hasText: "Kahve Durağı" });
  const text = await row.innerText();
  for (const fact of [HOLDER, "TR33 0006 1005 1978 6457 8413 26", owners[0]!.email]) {
    assert.ok(text.includes(fact), `${fact} is missing in ${text}`);
  }
  assert.match(text, /\+90 555 000 00 00/);
  assert.match(text, /\d{1,2}[ -–].* 20\d\d/);
  assert.match(text, /1\.250,00 TL/);
  await assertFits(page, 320);

  await row.getByRole("button", { name: "IBAN'ı kopyala" }).click();
  await page.getByRole("status").getByText("IBAN panoya kopyalandı!").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), IBAN);
});

test("on a tall screen the admin's title and list stay at its top", async ({ server, browser }) => {
  const { token } = await owe(server);
  const viewport = { width: 820, height: 1600 };
  const page = await openPanel(server, browser, token, "/admin/payouts", { viewport });
  const title = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
  const list = (await page.getByRole("table").first().boundingBox())!;
  assert.ok(title.y <= 140, `the title is at ${title.y}`);
  assert.ok(list.y <= 300, `the list is at ${list.y}`);
});

test("the pending payouts are saved as CSV", async ({ server, browser }) => {
  const { token } = await owe(server);
  const page = await openPanel(server, browser, token, "/admin/payouts");
  const { name, bytes } = await savedBy(
    page,
    () => page.getByRole("button", { name: "CSV indir" }).click(),
  );
  assert.match(name, /^siradaki-bekleyen-odemeler.*\.csv$/);
  assert.match(new TextDecoder().decode(bytes), /Kahve Durağı;Ayşe Yılmaz;TR330006/);
});

/** What stands under a term of the summary. */
async function fact(page: Page, term: string): Promise<string> {
  const group = page.locator(".balance > div").filter({
    has: page.getByText(term, { exact: true }),
  });
  return await group.locator("dd").first().innerText();
}
