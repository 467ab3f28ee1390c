// Earnings, payouts and the profile that is paid to, as an owner and the admin use them: files, the clipboard, axe, and
// whether they fit.
import { strict as assert } from "node:assert";
import { assertAccessible } from "./chromium/accessibility.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { refuse } from "./chromium/evening.ts";
import { assertFits, assertUsable, brokenWords, overlaps, setTextSize } from "./chromium/layout.ts";
import { focused, focusOn, openPanel, savedBy } from "./chromium/panel.ts";
import { createOwnerWithPassword } from "../support/people/accounts.ts";
import { earn, owe } from "../support/people/earnings.ts";
import { houseWith } from "../support/people/house.ts";
import { IBAN } from "../support/people/payees.ts";
import { decide, submit } from "../support/people/requests.ts";
import { addTables } from "../support/people/tables.ts";
import { ticked, tillSong } from "../support/people/till.ts";
import { midweekClock } from "../support/time/clock.ts";

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
  await refuse(page, "**/api/payouts/history.csv", "database_unavailable", "Sistem şu anda yoğun.");
  await button.click();
  const notice = page.getByRole("status").filter({ hasText: "Dosya indirilemedi." });
  assert.match(await notice.innerText(), /Dosya indirilemedi\.\s+Sistem şu anda yoğun\./);
});

test("the admin copies an IBAN without blanks, saves the pending payouts and marks one as paid, on screens that are accessible and fit, as the own logins", async ({ server, browser }) => {
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

  await page.getByRole("link", { name: "Güvenlik" }).click();
  await page.getByText("Bu cihaz").first().waitFor();
  await assertAccessible(page, "admin, sessions");
  await assertUsable(page, [1280, 820, 360, 320]);
});

// Tips at the till in a browser: the page 'Kasa' and the ticks fit, can be touched, and are accessible.
const WIDTHS = [320, 360, 820, 1024, 1280];

test("tips at the till are ticked by keyboard on 'Kasa' and shown on the dashboard; both are accessible, fit every screen and can be touched", async ({ server, browser }) => {
  const owner = await houseWith(server, { tips: "till", tables: "optional" });
  await tillSong(server.deps, owner.ownerId, { tipKurus: 123_450, receivedKurus: 1000 });
  await tillSong(server.deps, owner.ownerId, { tipKurus: 1250 });
  const { _id } = await submit(server, owner.ownerId);
  await ticked(server, owner, _id);
  await decide(server, owner.token, _id, "rejected");
  const page = await openPanel(server, browser, owner.token, "/panel/till");
  await page.getByRole("button", { name: "Geri verildi: Gülpembe" }).waitFor();
  await page.getByRole("button", { name: "Alındı: Holding" }).last().focus();
  await page.keyboard.press("Space");
  await page.locator("[aria-pressed=true]").waitFor();
  await assertAccessible(page, "till");
  await assertUsable(page, WIDTHS);
  await setTextSize(page, 200);
  for (const width of [320, 360, 390]) {
    await assertFits(page, width);
    assert.deepEqual(await brokenWords(page), []);
  }
  const days = page.getByRole("table", { name: "Gün gün kasa" });
  assert.match(await days.innerText(), /1\.247,00 TL/);
  const names = await days.locator("tbody td").evaluateAll((cells) =>
    cells.map((cell) => getComputedStyle(cell, "::before").content)
  );
  assert.deepEqual(names, ['"Beklenen" / ""', '"Alınan" / ""'], "each amount has its name");
  await setTextSize(page, 100);

  const [table] = await addTables(server, owner, "Masa 5");
  for (const [songTitle, status] of [["Ağla Sevdam", "pending"], ["Holding", "approved"]]) {
    for (const tipAmount of [10, 1234.5]) {
      const { _id } = await submit(server, owner.ownerId, {
        songTitle,
        tipAmount,
        table: table!.code,
      });
      if (status === "approved") await decide(server, owner.token, _id, status);
      // Of the greater tip a part: what is missing makes its tick wide.
      await ticked(server, owner, _id, { received: true, amount: Math.min(tipAmount, 1000) });
    }
  }
  await page.getByRole("link", { name: "İstekler" }).click();
  await page.locator(".queued-row .till-tick").nth(1).waitFor();
  await assertAccessible(page, "dashboard with ticks");
  for (const width of WIDTHS) {
    await assertUsable(page, [width]);
    for (const title of await page.locator(".pending-row .song, .queued-row .song").all()) {
      const { width: room } = (await title.boundingBox())!;
      assert.ok(room >= 90, `at ${width} px a song has ${room} px`);
    }
    assert.deepEqual(await overlaps(page, ".pending-row, .queued-row"), [], `at ${width} px`);
  }
});
