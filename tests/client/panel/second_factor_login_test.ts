// The second step of the login.
import { strict as assert } from "node:assert";
import { findAccount } from "../../../db/accounts.ts";
import { accounts } from "../../../db/schema/accounts.ts";
import { assertInField, faults, fill, send } from "../../support/dom/forms.ts";
import { button, click, field, until } from "../../support/dom/page.ts";
import {
  alertText,
  headed,
  heading,
  openWholePanel,
  storedToken,
} from "../../support/dom/whole_panel.ts";
import { givePassword, PASSWORD } from "../../support/people/accounts.ts";
import { createAdmin, UNUSABLE_HASH } from "../../support/people/factories.ts";
import { ownerWithSecondFactor, turnOn, wrongAppCode } from "../../support/people/second_factor.ts";
import { testApp } from "../../support/start/test_app.ts";

const CODE = "Uygulamadaki kod";
const RECOVERY = "Kurtarma kodu";

/** The first step, with the right password. */
async function givePasswordIn(email: string): Promise<void> {
  await fill({ "E-posta": email, "Şifre": PASSWORD });
  await send("Giriş yap");
  await headed("İki adımlı giriş");
}

Deno.test("after the right password the login asks for the app's code, and leads to the screen that asked for the login", async () => {
  await using app = await testApp();
  const { email, nextCode } = await ownerWithSecondFactor(app);
  await using _ = await openWholePanel(app, "/panel/payouts?days=90");
  await headed("Kafe girişi");
  await givePasswordIn(email);
  assertInField(CODE);
  const { autocomplete, inputMode } = field(CODE);
  assert.deepEqual([autocomplete, inputMode], ["one-time-code", "numeric"]);
  assert.equal(alertText(), "");
  assert.equal(storedToken(), null);
  await fill({ [CODE]: ` ${nextCode().replace(/(...)/, "$1 ")}` });
  await send("Giriş yap");
  await headed("Kazançlarım");
  assert.equal(location.pathname + location.search, "/panel/payouts?days=90");
});

Deno.test("a wrong code is told at the field, and the right one logs in then", async () => {
  await using app = await testApp();
  const { email, nextCode, secret } = await ownerWithSecondFactor(app);
  await using _ = await openWholePanel(app, "/panel/login");
  await givePasswordIn(email);
  await fill({ [CODE]: "12" });
  await send("Giriş yap");
  assert.match(faults()[CODE]!, /6 haneli kodu girin/);
  await fill({ [CODE]: wrongAppCode(app, secret) });
  await send("Giriş yap");
  await until(() => faults()[CODE]?.startsWith("Kod hatalı"));
  assertInField(CODE);
  await fill({ [CODE]: nextCode() });
  await send("Giriş yap");
  await headed("İstekler");
});

Deno.test("'Kurtarma kodu kullan' asks for a recovery code, which logs in, and leads back to the app's code", async () => {
  await using app = await testApp();
  const { email, recoveryCodes } = await ownerWithSecondFactor(app);
  await using _ = await openWholePanel(app, "/panel/login");
  await givePasswordIn(email);
  await click(button("Kurtarma kodu kullan"));
  assertInField(RECOVERY);
  await send("Giriş yap");
  assert.match(faults()[RECOVERY]!, /Kurtarma kodlarınızdan birini girin/);
  await click(button("Uygulamadaki kodu kullan"));
  assertInField(CODE);
  assert.deepEqual(faults(), {});
  await click(button("Kurtarma kodu kullan"));
  await fill({ [RECOVERY]: recoveryCodes[0]!.toLowerCase() });
  await send("Giriş yap");
  await headed("İstekler");
});

Deno.test("too many wrong codes are told, and the screen stays", async () => {
  await using app = await testApp();
  const { email, secret } = await ownerWithSecondFactor(app);
  await using _ = await openWholePanel(app, "/panel/login");
  await givePasswordIn(email);
  for (let i = 1; i <= 6; i++) {
    await fill({ [CODE]: wrongAppCode(app, secret, i) });
    await send("Giriş yap");
    await until(() => i < 6 ? faults()[CODE] : alertText().includes("Çok fazla deneme yapıldı."));
  }
  assert.equal(heading(), "İki adımlı giriş");
});

Deno.test("a password that was changed meanwhile leads back to the first step, which says so, and so does 'Girişe dön' without a word", async () => {
  await using app = await testApp();
  const { email, nextCode } = await ownerWithSecondFactor(app);
  await using _ = await openWholePanel(app, "/panel/login");
  await givePasswordIn(email);
  await click(button("Girişe dön"));
  await headed("Kafe girişi");
  assert.equal(alertText(), "");
  await givePasswordIn(email);
  await app.deps.db.write((d) => [d.update(accounts).set({ passwordHash: UNUSABLE_HASH })]);
  await fill({ [CODE]: nextCode() });
  await send("Giriş yap");
  await headed("Kafe girişi");
  assert.equal(alertText(), "E-posta veya şifre hatalı.");
});

Deno.test("an admin's second step leads to the payouts", async () => {
  await using app = await testApp();
  const { accountId, token } = await createAdmin(app.deps);
  await givePassword(app, accountId);
  const { email } = (await findAccount(app.deps.db, accountId))!;
  const { nextCode } = await turnOn(app, token);
  await using _ = await openWholePanel(app, "/panel/login");
  await givePasswordIn(email);
  await fill({ [CODE]: nextCode() });
  await send("Giriş yap");
  await headed("Bekleyen ödemeler");
});
