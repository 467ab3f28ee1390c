import { strict as assert } from "node:assert";
import { click, field, link } from "../../../support/dom/page.ts";
import { assertInField, faults, send } from "../../../support/dom/forms.ts";
import { alertText, headed, heading, openWholePanel } from "../../../support/dom/whole_panel.ts";
import { resetPath } from "../../../support/people/accounts.ts";
import { testApp } from "../../../support/start/test_app.ts";

interface Screen {
  path: string;
  title: string;
  heading: string;
  /** Label, type and autofill token of each field. */
  fields: [label: string, type: string, autofill: string][];
  action: string;
  links: Record<string, string>;
}

/** With a link that works. */
const RESET = "/panel/reset-password/…";

const SCREENS: Screen[] = [
  {
    path: "/panel/login",
    title: "Giriş · Sıradaki",
    heading: "Kafe girişi",
    fields: [["E-posta", "email", "username"], ["Şifre", "password", "current-password"]],
    action: "Giriş yap",
    links: { "Şifremi unuttum": "/panel/forgot-password", "Yeni kafe kaydı": "/panel/register" },
  },
  {
    path: "/panel/register",
    title: "Yeni kafe kaydı · Sıradaki",
    heading: "Yeni kafe kaydı",
    fields: [
      ["Kafe adı", "text", "organization"],
      ["E-posta", "email", "email"],
      ["Telefon numarası", "tel", "tel"],
      ["Şifre", "password", "new-password"],
    ],
    action: "Kayıt ol",
    links: { "Zaten hesabım var": "/panel/login" },
  },
  {
    path: "/panel/forgot-password",
    title: "Şifremi unuttum · Sıradaki",
    heading: "Şifremi unuttum",
    fields: [["E-posta", "email", "username"]],
    action: "Bağlantı gönder",
    links: { "Girişe dön": "/panel/login" },
  },
  {
    path: RESET,
    title: "Yeni şifre · Sıradaki",
    heading: "Yeni şifre",
    fields: [
      ["Yeni şifre", "password", "new-password"],
      ["Yeni şifre (tekrar)", "password", "new-password"],
    ],
    action: "Şifreyi değiştir",
    links: { "Yeni bir bağlantı iste": "/panel/forgot-password" },
  },
];

for (const { path, title, heading: name, fields, action, links } of SCREENS) {
  Deno.test(`${path} says what it asks for, to people, password managers and screen readers`, async () => {
    await using app = await testApp();
    await using panel = await openWholePanel(app, path === RESET ? await resetPath(app) : path);
    assert.equal(heading(), name);
    assert.equal(document.title, title);
    for (const [label, type, autofill] of fields) {
      assert.equal(field(label).type, type, label);
      assert.equal(field(label).getAttribute("autocomplete"), autofill, label);
    }
    for (const [name, target] of Object.entries(links)) {
      assert.equal(link(name).getAttribute("href"), target);
    }
    // Sent as it is, it says what is missing, and the first field of it has the focus.
    await send(action);
    const [first] = fields[0]!;
    assert.ok(faults()[first]);
    assertInField(first);
    assert.deepEqual(panel.network.calls.filter(({ method }) => method !== "GET"), []);
  });
}

Deno.test("/panel/verify without an e-mail asks to register again", async () => {
  await using app = await testApp();
  await using _ = await openWholePanel(app, "/panel/verify");
  assert.equal(
    alertText(),
    "Doğrulama sayfasına erişim için geçerli bir e-posta adresi gerekli. Lütfen tekrar kayıt olun.",
  );
  await click(link("Kayıt ol"));
  await headed("Yeni kafe kaydı");
  assert.equal(location.pathname, "/panel/register");
});

Deno.test("the login says why a try to connect the music account led back to it", async () => {
  await using app = await testApp();
  await using _ = await openWholePanel(app, "/panel/login?spotify=login_required");
  assert.equal(alertText(), "Spotify'a bağlanmak için önce giriş yapın.");
});
