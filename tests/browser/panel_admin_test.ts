import { strict as assert } from "node:assert";
import { owe } from "../support/people/earnings.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { refuse } from "../support/browser/evening.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { openPanel, savedBy } from "../support/browser/panel.ts";
import { HOLDER, IBAN } from "../support/people/payees.ts";

const test = browserTests();

const MARK = "Ödendi olarak işaretle";

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

test("a payout is marked as paid after a confirmation that it cannot be undone, and leaves", async ({ server, browser }) => {
  const { token } = await owe(server);
  const page = await openPanel(server, browser, token, "/admin/payouts");
  const button = (cafe: string) => page.getByRole("button", { name: `${cafe}: ${MARK}` });
  const dialog = page.getByRole("dialog");

  await button("Kahve Durağı").click();
  await dialog.getByText(/Kahve Durağı için 1\.250,00 TL.*Bu işlem geri alınamaz/).waitFor();
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  assert.equal(await pendingOf(server, token), 2);

  await button("Kahve Durağı").press("Enter");
  await dialog.getByRole("button", { name: MARK }).click();
  await page.getByRole("status").getByText("Ödeme yapıldı olarak işaretlendi.").waitFor();
  await button("Kahve Durağı").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  assert.equal(await pendingOf(server, token), 1);

  await button("Nar Ağacı").click();
  await dialog.getByRole("button", { name: MARK }).click();
  await page.getByText("Ödeme bekleyen kayıt bulunamadı.").waitFor();
});

test("a marking that fails says so and leaves the payout pending", async ({ server, browser }) => {
  const { token } = await owe(server);
  const page = await openPanel(server, browser, token, "/admin/payouts");
  await refuse(page, "**/api/admin/payouts/*/paid", 503, "Sistem şu anda yoğun.");
  await page.getByRole("button", { name: `Nar Ağacı: ${MARK}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: MARK }).click();
  const notice = page.getByRole("status").filter({ hasText: "İşlem sırasında bir hata oluştu." });
  await notice.getByText("Sistem şu anda yoğun.").waitFor();
  assert.equal(await pendingOf(server, token), 2);
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

for (
  const [msg, shown] of [
    ["Bu işlem için yetkiniz yok.", "Bu işlem için yetkiniz yok."],
    ["", "Veriler yüklenirken bir hata oluştu. Admin yetkiniz olduğundan emin olun."],
  ]
) {
  test(`a refused list says '${shown}'`, async ({ server, browser }) => {
    const { token } = await createAdmin(server.deps);
    const page = await openPanel(server, browser, token, "/admin/payouts");
    await refuse(page, "**/api/admin/payouts", 403, msg!);
    await page.reload();
    await page.getByRole("alert").getByText(shown!).waitFor();
  });
}

test("the admin area leads owners to the dashboard and others to the login", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const owner = await openPanel(server, browser, token, "/admin/payouts");
  await owner.waitForURL(/\/panel\/dashboard$/);
  for (const wrong of ["", "no.token.at-all", "e30.e30.e30"]) {
    const stranger = await openPanel(server, browser, wrong, "/admin/payouts");
    await stranger.waitForURL(/\/panel\/login$/);
    await stranger.getByText("Lütfen admin olarak giriş yapın.").waitFor();
  }
});

async function pendingOf({ origin }: ServedApp, token: string): Promise<number> {
  const headers = { "x-auth-token": token };
  return (await (await fetch(`${origin}/api/admin/payouts`, { headers })).json()).length;
}
