// Earnings, payouts and the profile that is paid to, as an owner and the admin use them: files, the clipboard, and whether they fit.
import { strict as assert } from "node:assert";
import { earn, owe } from "../support/people/earnings.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits, brokenWords } from "../support/browser/layout.ts";
import { midweekClock } from "../support/time/clock.ts";
import { refuse } from "../support/browser/evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { IBAN } from "../support/people/payees.ts";
import { focused, focusOn, openPanel, savedBy } from "../support/browser/panel.ts";

const test = browserTests({ clock: midweekClock });
const SPACED = "TR33 0006 1005 1978 6457 8413 26";

test("who cannot be paid yet is led to the profile, types the IBAN, which stands in groups of four on the screen alone, and takes all data along", async ({ server, browser }) => {
  const { token, email } = await createOwner(server.deps, "Işıl'ın Kahvesi");
  const viewport = { width: 360, height: 780 };
  const page = await openPanel(server, browser, token, "/panel/payouts", { viewport });
  // On a phone the way out stands below the words, which otherwise would wrap after each word.
  const missing = (await page.getByText(/IBAN ve hesap sahibinin adı gerekli/).boundingBox())!;
  assert.ok(missing.width > 200, `the words have ${missing.width} px`);
  await page.getByRole("link", { name: "Profili tamamla" }).click();
  await page.getByRole("heading", { level: 1, name: "Profil" }).waitFor();
  await focusOn(page, "Profil");

  const iban = page.getByLabel("IBAN");
  await iban.pressSequentially(IBAN.toLowerCase());
  assert.equal(await iban.inputValue(), SPACED);
  const [has, needs] = await iban.evaluate(({ clientWidth, scrollWidth }) => [
    clientWidth,
    scrollWidth,
  ]);
  assert.equal(needs, has, "all of it is to be seen");
  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe Yılmaz");
  await page.getByRole("button", { name: "Kaydet" }).press("Enter");
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
  assert.deepEqual([account.email, cafe.name, cafe.iban], [email, "Işıl'ın Kahvesi", IBAN]);
});

test("earnings are whole with large letters; the history is saved as the CSV that Turkish Excel reads, and a failure is said", async ({ server, browser }) => {
  const { token } = await earn(server);
  const page = await openPanel(server, browser, token, "/panel/payouts");
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

test("the admin copies an IBAN without blanks and saves the pending payouts; on a tall screen they stay at its top", async ({ server, browser }) => {
  const { token } = await owe(server);
  const permissions = ["clipboard-read", "clipboard-write"];
  const viewport = { width: 820, height: 1600 };
  const page = await openPanel(server, browser, token, "/admin/payouts", { permissions, viewport });
  const title = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
  const list = (await page.getByRole("table").first().boundingBox())!;
  assert.ok(title.y <= 140, `the title is at ${title.y}`);
  assert.ok(list.y <= 300, `the list is at ${list.y}`);

  const row = page.getByRole("row").filter({ hasText: "Kahve Durağı" });
  await row.getByRole("button", { name: "IBAN'ı kopyala" }).click();
  await page.getByRole("status").getByText("IBAN panoya kopyalandı!").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), IBAN);
  const download = page.getByRole("button", { name: "CSV indir" });
  const { name, bytes } = await savedBy(page, () => download.click());
  assert.match(name, /^siradaki-bekleyen-odemeler.*\.csv$/);
  assert.match(new TextDecoder().decode(bytes), /Kahve Durağı;Ayşe Yılmaz;TR330006/);
  await assertFits(page, 320);
});
