// The form 'Şifre' on the screen 'Güvenlik' (docs/accounts.md#changing-the-password).
import { strict as assert } from "node:assert";
import { faults, fill } from "../../../support/dom/forms.ts";
import { button, click, pageText, until } from "../../../support/dom/page.ts";
import {
  answerDialog,
  headed,
  openWholePanel,
  storedToken,
  toldText,
} from "../../../support/dom/whole_panel.ts";
import { createOwnerWithPassword, login, PASSWORD } from "../../../support/people/accounts.ts";
import { logInAgain, statusOf } from "../../../support/people/logins.ts";
import { testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/sessions";
const CHANGE = "Şifreyi değiştir";
const NEW = "yağmurda üç şemsiye";

Deno.test("the password is changed, the fields are emptied, and the other logins leave the list", async () => {
  await using app = await testApp();
  const { email, ownerId, token } = await createOwnerWithPassword(app);
  const other = await logInAgain(app, ownerId);
  await using _ = await openWholePanel(app, PATH, token);
  await fill({ "Şimdiki şifre": PASSWORD, "Yeni şifre": NEW });
  await click(button(CHANGE));
  await until(() => toldText() === "Şifreniz değiştirildi ve diğer oturumlar kapatıldı.");
  await until(() => document.querySelectorAll(".session").length === 1);
  assert.notEqual(storedToken(), token);
  assert.equal(await statusOf(app, storedToken()!), 200);
  assert.equal(await statusOf(app, token), 401);
  assert.equal(document.querySelector<HTMLInputElement>("input[name=password]")!.value, "");
  assert.equal(await statusOf(app, other), 401);
  assert.equal((await login(app, email, NEW)).status, 200);
});

Deno.test("a call that is refused while the password changes is made again with the new token, and the page stays", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwnerWithPassword(app);
  await logInAgain(app, ownerId);
  await using panel = await openWholePanel(app, PATH, token);
  const held = panel.network.hold("PUT", "/api/auth/password");
  await fill({ "Şimdiki şifre": PASSWORD, "Yeni şifre": NEW });
  await click(button(CHANGE));
  const body = { password: PASSWORD, newPassword: NEW };
  const changed = await app.call("PUT", "/api/auth/password", { token, body });
  await click(button("Diğer oturumları kapat"));
  await answerDialog("Diğer oturumları kapat");
  const refused = () =>
    panel.network.calls.filter(({ method, path }) =>
      method === "DELETE" && path === "/api/auth/sessions"
    ).length;
  await until(() => refused() === 1);
  assert.equal(storedToken(), token);
  const { token: reissued } = await changed.clone().json();
  held[0]!.release(changed);
  await until(() => storedToken() === reissued);
  await panel.time.pass(100);
  await until(() => refused() === 2);
  await until(() => toldText().includes("Diğer oturumlar kapatıldı."));
  assert.equal(storedToken(), reissued);
});

Deno.test("a change that is refused because the login has ended asks for a login at once", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, PATH, token);
  await app.call("POST", "/api/auth/logout", { token });
  await fill({ "Şimdiki şifre": PASSWORD, "Yeni şifre": NEW });
  await click(button(CHANGE));
  await headed("Kafe girişi");
  assert.equal(storedToken(), null);
});

Deno.test("a wrong present password is said at its field, a common new one at the other", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, PATH, token);
  await fill({ "Şimdiki şifre": "yanlış şifre", "Yeni şifre": NEW });
  await click(button(CHANGE));
  await until(() => faults()["Şimdiki şifre"] === "Şifre hatalı.");
  await fill({ "Şimdiki şifre": PASSWORD, "Yeni şifre": "password123" });
  await click(button(CHANGE));
  await until(() => /çok yaygın/.test(faults()["Yeni şifre"] ?? ""));
  assert.deepEqual(Object.keys(faults()), ["Yeni şifre"]);
});

Deno.test("empty fields are said before anything is sent", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, PATH, token);
  await click(button(CHANGE));
  await until(() => faults()["Şimdiki şifre"] === "Şifrenizi girin.");
  assert.match(faults()["Yeni şifre"]!, /en az 8 karakter/);
  assert.ok(!pageText().includes("Şifreniz değiştirildi"));
});
