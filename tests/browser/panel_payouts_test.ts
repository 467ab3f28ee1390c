// Earnings, payouts and the profile that is paid to, as an owner and the admin use them: files, the clipboard, axe, and
// whether they fit.
import { strict as assert } from "node:assert";
import { assertAccessible } from "../support/browser/accessibility.ts";
import { earn, owe } from "../support/people/earnings.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits, assertTouchable, brokenWords } from "../support/browser/layout.ts";
import { midweekClock } from "../support/time/clock.ts";
import { refuse } from "../support/browser/evening.ts";
import { createOwnerWithPassword } from "../support/people/accounts.ts";
import { IBAN } from "../support/people/payees.ts";
import { focused, focusOn, openPanel, savedBy } from "../support/browser/panel.ts";

const test = browserTests({ clock: midweekClock });
const SPACED = "TR33 0006 1005 1978 6457 8413 26";
const MARK = "Ödendi olarak işaretle";

test("who cannot be paid yet is led to the profile, mends an IBAN, which stands in groups of four on the screen alone, takes all data along, and is asked before the account is deleted", async ({ server, browser }) => {
  const { token, email } = await createOwnerWithPassword(server);
  const viewport = { width: 360, height: 780 };
  const page = await openPanel(server, browser, token, "/panel/payouts", { viewport });
  // On a phone the way out stands below the words, which otherwise would wrap after each word.
  const missing = (await page.getByText(/IBAN ve hesap sahibinin adı gerekli/).boundingBox())!;
  assert.ok(missing.width > 200, `the words have ${missing.width} px`);
  await page.getByText("Henüz bir ödeme geçmişiniz yok.").waitFor();
  await assertAccessible(page, "payouts, empty");
  await page.getByRole("link", { name: "Profili tamamla" }).click();
  await page.getByRole("heading", { level: 1, name: "Profil" }).waitFor();
  await focusOn(page, "Profil");

  const iban = page.getByLabel("IBAN");
  const save = page.getByRole("button", { name: "Kaydet" });
  await iban.fill(`${IBAN.slice(0, -1)}7`);
  await save.press("Enter");
  await page.getByText("TR ile başlayan geçerli bir IBAN girin.").waitFor();
  await assertAccessible(page, "profile, wrong");
  await iban.fill("");
  await iban.pressSequentially(IBAN.toLowerCase());
  assert.equal(await iban.inputValue(), SPACED);
  const [has, needs] = await iban.evaluate(({ clientWidth, scrollWidth }) => [
    clientWidth,
    scrollWidth,
  ]);
  assert.equal(needs, has, "all of it is to be seen");
  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe Yılmaz");
  await save.press("Enter");
  await page.getByRole("status").getByText("Bilgiler başarıyla güncellendi!").waitFor();
  await page.getByText("Kaydedilmemiş değişiklikler var.").waitFor({ state: "detached" });
  assert.equal(await focused(page), "Kaydet");
  const headers = { "x-auth-token": token };
  const saved = await (await fetch(`${server.origin}/api/cafes/me`, { headers })).json();
  assert.deepEqual([saved.iban, saved.accountHolderName], [IBAN, "Ayşe Yılmaz"]);

  const download = page.getByRole("button", { name: "Verilerimi indir" });
  const { name, bytes } = await savedBy(page, () => download.click());
  assert.equal(name, "siradaki-hesap.json");
  const { account, cafe } = JSON.parse(new TextDecoder().decode(bytes));
  assert.deepEqual([account.email, cafe.name, cafe.iban], [email, "Kafe Deneme", IBAN]);

  await page.getByLabel("Şifreniz").fill("bu şifre benim değil");
  await page.locator("form").getByRole("button", { name: "Hesabımı sil" }).click();
  await page.getByRole("dialog").getByText(/geri alınamaz/).waitFor();
  await page.getByRole("button", { name: "Evet, hesabımı sil" }).click();
  await page.getByText("Şifre hatalı.").waitFor();
  await assertAccessible(page, "profile, wrong password");
});

test("earnings are accessible, and whole with large letters; the history is saved as the CSV that Turkish Excel reads, and a failure is said", async ({ server, browser }) => {
  const { token } = await earn(server);
  const page = await openPanel(server, browser, token, "/panel/payouts");
  await page.getByText("Rakamları tablo olarak göster").click();
  await page.getByRole("table", { name: "Günlük kazanç" }).waitFor();
  await assertAccessible(page, "payouts, figures");
  await page.setViewportSize({ width: 360, height: 780 });
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  assert.deepEqual(await brokenWords(page), []);
  const cut = await page.locator("table .money").evaluateAll((all) =>
    all.filter((money) => {
      const card = money.closest(".card")!.getBoundingClientRect();
      return money.getBoundingClientRect().right > card.right;
    }).map((money) => money.textContent)
  );
  assert.deepEqual(cut, [], "no amount stands beyond its card");

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

test("the admin copies an IBAN without blanks, saves the pending payouts and marks them as paid, on screens that are accessible and fit, as the own logins", async ({ server, browser }) => {
  const { token } = await owe(server);
  const permissions = ["clipboard-read", "clipboard-write"];
  const viewport = { width: 820, height: 1600 };
  const page = await openPanel(server, browser, token, "/admin/payouts", { permissions, viewport });
  const title = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
  const list = (await page.getByRole("table").first().boundingBox())!;
  assert.ok(title.y <= 140, `the title is at ${title.y}`);
  assert.ok(list.y <= 300, `on a tall screen the list stays at its top, not at ${list.y}`);

  const row = page.getByRole("row").filter({ hasText: "Kahve Durağı" });
  await row.getByRole("button", { name: "IBAN'ı kopyala" }).click();
  await page.getByRole("status").getByText("IBAN panoya kopyalandı!").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), IBAN);
  const download = page.getByRole("button", { name: "CSV indir" });
  const { name, bytes } = await savedBy(page, () => download.click());
  assert.match(name, /^siradaki-bekleyen-odemeler.*\.csv$/);
  assert.match(new TextDecoder().decode(bytes), /Kahve Durağı;Ayşe Yılmaz;TR330006/);

  const dialog = page.getByRole("dialog");
  const mark = (cafe: string) => page.getByRole("button", { name: `${cafe}: ${MARK}` });
  await mark("Nar Ağacı").click();
  await dialog.getByRole("button", { name: MARK }).click();
  await mark("Nar Ağacı").waitFor({ state: "detached" });
  await mark("Kahve Durağı").click();
  await dialog.waitFor();
  await assertAccessible(page, "admin, confirming");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await assertAccessible(page, "admin, one pending and one paid");
  await assertFits(page, 320);
  await mark("Kahve Durağı").click();
  await dialog.getByRole("button", { name: MARK }).click();
  await page.getByText("Ödeme bekleyen kayıt bulunamadı.").waitFor();

  await page.getByRole("link", { name: "Güvenlik" }).click();
  await page.getByText("Bu cihaz").first().waitFor();
  await assertAccessible(page, "admin, sessions");
  for (const width of [1280, 820, 360, 320]) {
    await assertFits(page, width);
    await assertTouchable(page);
  }
});
