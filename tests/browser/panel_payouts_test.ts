import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { earn } from "../support/people/earnings.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { midweekClock } from "../support/time/clock.ts";
import { refuse } from "../support/browser/evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { focused, focusOn, holdAnswers, openPanel, savedBy } from "../support/browser/panel.ts";

const test = browserTests({ clock: midweekClock });

test("earnings say that nothing was earned yet, what is missing to be paid, and who pays", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/payouts");

  assert.equal(await page.title(), "Kazançlarım · Sıradaki");
  await page.getByText("Henüz bir ödeme geçmişiniz yok.").waitFor();
  await page.getByText("Bu günlerde kazandıran bir şarkı çalmadı.").waitFor();
  assert.equal(await fact(page, "Güncel bakiye"), "0,00 TL");
  assert.equal(await fact(page, "Son ödeme"), "-");
  assert.equal(await fact(page, "Son ödeme tarihi"), "-");
  assert.match(
    await page.getByRole("main").innerText(),
    /bu sitede kimseden para alınmaz.*yönetici tarafından/,
  );
  assert.equal(await page.getByRole("button", { name: "CSV indir" }).count(), 0);

  // On a phone the way out stands below the words, which otherwise would wrap after each word.
  await page.setViewportSize({ width: 360, height: 780 });
  const missing = (await page.getByText(/IBAN ve hesap sahibi adı gerekli/).boundingBox())!;
  assert.ok(missing.width > 200, `the words have ${missing.width} px`);
  await page.getByRole("link", { name: "Profili tamamla" }).click();
  await page.getByRole("heading", { level: 1, name: "Profil" }).waitFor();
  await focusOn(page, "Profil");
});

test("earnings show balance, days, songs and a history that counts down from the total", async ({ server, browser }) => {
  const { token } = await earn(server);
  const page = await openPanel(server, browser, token, "/panel/payouts");

  assert.equal(await page.getByText(/IBAN ve hesap sahibi adı gerekli/).count(), 0);
  assert.equal(await fact(page, "Güncel bakiye"), "1.234,50 TL");
  assert.equal(await fact(page, "Son ödeme"), "75,00 TL");
  assert.match(await fact(page, "Son ödeme tarihi"), /^\d{1,2} \p{L}+ 20\d\d$/u);
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
  await page.getByText("Rakamları tablo olarak göster").click();
  const cut = await page.locator("table .money").evaluateAll((all) =>
    all.filter((money) => {
      const card = money.closest(".card")!.getBoundingClientRect();
      return money.getBoundingClientRect().right > card.right;
    }).map((money) => money.textContent)
  );
  assert.deepEqual(cut, [], "no amount stands beyond its card");
});

test("the chart's figures stand in a table too, and look back 30 or 90 days", async ({ server, browser }) => {
  const { token } = await earn(server);
  const page = await openPanel(server, browser, token, "/panel/payouts");

  await page.getByRole("img", { name: "Son 30 günün kazancı, toplam 1.274,60 TL" }).waitFor();
  await page.getByText("Rakamları tablo olarak göster").click();
  const table = page.getByRole("table", { name: "Güne göre kazanç" });
  // The heading's row and one a day.
  assert.equal(await table.getByRole("row").count(), 31);
  assert.match(await table.getByRole("row").nth(1).innerText(), /1\.234,50 TL$/);

  // However long the server takes to say whether more was earned meanwhile.
  const answer = await holdAnswers(page);
  await page.getByRole("link", { name: "Son 90 gün" }).press("Enter");
  await page.getByRole("img", { name: "Son 90 günün kazancı, toplam 1.349,60 TL" }).waitFor();
  assert.equal(await table.getByRole("row").count(), 91);
  assert.equal(new URL(page.url()).search, "?days=90");
  assert.equal(await focused(page), "Son 90 gün", "the focus stays where it was");
  answer();
  await page.reload();
  await page.getByRole("img", { name: "Son 90 günün kazancı, toplam 1.349,60 TL" }).waitFor();
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

test("earnings that cannot be loaded say so, and another try shows them", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/share");
  await refuse(page, "**/api/payouts/summary", 503, "Sistem şu anda yoğun.");
  await page.getByRole("link", { name: "Kazançlarım" }).click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(
    await alert.innerText(),
    /Veriler yüklenirken bir hata oluştu\.\s+Sistem şu anda yoğun\./,
  );
  await page.unroute("**/api/payouts/summary");
  await page.getByRole("button", { name: "Tekrar dene" }).click();
  await page.getByText("Henüz bir ödeme geçmişiniz yok.").waitFor();
});

/** What stands under a term of the summary. */
async function fact(page: Page, term: string): Promise<string> {
  const group = page.locator(".balance > div").filter({
    has: page.getByText(term, { exact: true }),
  });
  return await group.locator("dd").first().innerText();
}
