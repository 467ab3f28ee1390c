import { strict as assert } from "node:assert";
import { assertInField, faults, fill, fillRegistration, send, sendLogin } from "../../dom/forms.ts";
import { BUSY, OFFLINE, refusal } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  field,
  link,
  openPage,
  ownClasses,
  pageText,
  perform,
  submit,
  until,
} from "../../dom/page.ts";
import {
  alertText,
  headed,
  heading,
  logIn,
  openWholePanel,
  storedToken,
} from "../../dom/whole_panel.ts";
import {
  createOwnerWithPassword,
  PASSWORD,
  REGISTRATION,
  resetPath,
} from "../../../support/people/accounts.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { codeFor, lettersOf, resetTokenFor } from "../../../support/people/letters.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

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

const CLOSED = { registration: "closed" };
const REGISTER = "/api/auth/register";
const VERIFY = "Hesabınızı doğrulayın";
const CODE = "Doğrulama kodu";
const MINUTE_MS = 60_000;
const { email } = REGISTRATION;

Deno.test("registering says beside each field what is wrong with it, and sends nothing that is", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, "/panel/register");
  await send("Kayıt ol");
  assert.deepEqual(faults(), {
    "Kafe adı": "Kafenizin adını girin.",
    "E-posta": "Geçerli bir e-posta adresi girin.",
    "Telefon numarası": "Geçerli bir telefon numarası girin (7–15 rakam).",
    "Şifre": "Şifre en az 8 karakter olmalıdır.",
  });
  await fill({ "Kafe adı": REGISTRATION.name, "Şifre": PASSWORD, "E-posta": "ayse@" });
  await send("Kayıt ol");
  assert.deepEqual(Object.keys(faults()), ["E-posta", "Telefon numarası"]);
  assertInField("E-posta");
  assert.deepEqual(panel.network.calls, []);
});

Deno.test("the server's own reasons against a registration stand beside the field that they are about", async () => {
  await using app = await testApp();
  const taken = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, "/panel/register");
  for (
    const [change, field, sentence] of [
      [{ "E-posta": "ayşe@ornek.test" }, "E-posta", "Geçerli bir e-posta adresi girin."],
      [{ "E-posta": taken.email }, "E-posta", "Bu e-posta adresiyle kayıtlı bir hesap var."],
      [
        { "Şifre": "password1" },
        "Şifre",
        "Bu şifre çok yaygın, kolayca tahmin edilir. Başka bir şifre seçin.",
      ],
      [{ "Kafe adı": "\u200b" }, "Kafe adı", "Ad 1 ile 100 karakter arasında olmalıdır."],
    ] as const
  ) {
    await fillRegistration(change);
    await send("Kayıt ol");
    await until(() => faults()[field] === sentence);
    assert.deepEqual(faults(), { [field]: sentence });
    assertInField(field);
  }
});

Deno.test("a registration leads to the code's screen, where a new code can be asked for after a minute, also on the way back to it", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, "/panel/register");
  await fillRegistration();
  await send("Kayıt ol");
  await headed(VERIFY);
  assertFocused(document.querySelector("h1"));
  assert.equal(document.title, "Hesap doğrulama · Sıradaki");
  assert.match(pageText(), /Kaydınız alındı\./);
  assert.ok(pageText().includes(`${email} için 6 haneli kodu girin.`));
  assert.equal(location.search, "", "the e-mail is in no address");
  const { autocomplete, inputMode, maxLength } = field(CODE);
  // Longer than the code, so that blanks that are pasted with it cut nothing off.
  assert.deepEqual([autocomplete, inputMode, maxLength], ["one-time-code", "numeric", 20]);

  const resend = button("Kodu tekrar gönder (60 sn)");
  assert.equal(resend.getAttribute("aria-disabled"), "true");
  await click(resend);
  await panel.time.pass(MINUTE_MS / 2);
  await click(link("Girişe dön"));
  await headed("Kafe girişi");
  await perform(() => history.back());
  await headed(VERIFY);
  assert.equal(button("Kodu tekrar gönder (30 sn)").getAttribute("aria-disabled"), "true");
  assert.equal((await lettersOf(app, email)).length, 1);
  await panel.time.pass(MINUTE_MS / 2);
  app.clock.pass(MINUTE_MS);
  await click(button("Kodu tekrar gönder"));
  await until(() => pageText().includes("yeni bir kod hazırlandı"));
  assertFocused(button("Kodu tekrar gönder (60 sn)"));
  assert.equal((await lettersOf(app, email)).length, 2);
});

Deno.test("a wrong code is said at its field; one with blanks opens the panel, and the screen stays while that loads", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, "/panel/register");
  await fillRegistration();
  await send("Kayıt ol");
  await headed(VERIFY);
  const code = await codeFor(app, email);
  const other = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  for (
    const [wrong, sentence] of [
      ["12 34", "E-postanızdaki 6 haneli kodu girin."],
      [other, "Doğrulama kodu hatalı veya süresi dolmuş."],
    ] as const
  ) {
    await fill({ [CODE]: wrong });
    await send("Doğrula");
    await until(() => faults()[CODE] === sentence);
    assertInField(CODE);
  }
  const shown = noteTexts();
  const requests = panel.network.hold("GET", "/api/requests");
  await submit(field(CODE), `  ${code.slice(0, 3)} ${code.slice(3)} `);
  await until(() => requests.length > 0);
  assert.ok(storedToken());
  assert.equal(alertText(), "");
  requests[0]!.release();
  await headed("İstekler");
  assert.ok(!shown().some((text) => text.includes("tekrar kayıt olun")));
});

/** Notes what the page shows from now on, however briefly. */
function noteTexts(): () => string[] {
  const texts: string[] = [];
  const { MutationObserver } = ownClasses();
  new MutationObserver(() => texts.push(pageText()))
    .observe(document.body, { childList: true, subtree: true });
  return () => texts;
}

Deno.test("with REGISTRATION=closed the page says so instead of a form, and neither the login nor the verification leads to it", async () => {
  await using app = await testApp({ REGISTRATION: "closed" });
  {
    await using _ = await openWholePanel(app, "/panel/register", undefined, CLOSED);
    assert.match(pageText(), /Yeni kafe kaydı kapalı\. Kafenizi eklemek için .* konuşun\./);
    assert.equal(document.querySelector("form"), null);
  }
  {
    await using _ = await openWholePanel(app, "/panel/verify", undefined, CLOSED);
    assert.equal(
      alertText(),
      "Doğrulama sayfasına erişim için geçerli bir e-posta adresi gerekli. Lütfen giriş yapın.",
    );
    assert.equal(document.querySelector('a[href="/panel/register"]'), null);
    await click(link("Girişe dön"));
    await headed("Kafe girişi");
  }
  await using _ = await openWholePanel(app, "/panel/login", undefined, CLOSED);
  assert.equal(document.querySelector('a[href="/panel/register"]'), null);
});

Deno.test("a registration that fails for no field's sake says so above the button", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, "/panel/register");
  await fillRegistration();
  panel.network.answer("POST", REGISTER, BUSY);
  await send("Kayıt ol");
  await until(() => alertText() === "Sistem şu anda yoğun.");
  panel.network.answer("POST", REGISTER, OFFLINE);
  await send("Kayıt ol");
  await until(() => alertText() === "Bir hata oluştu. Lütfen tekrar deneyin.");
  assert.deepEqual(faults(), {});
});

const NEW = "yepyeni bir parola";

Deno.test("a forgotten password is asked for from the login, and a failure without a message shows the screen's own", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  await using panel = await openWholePanel(app, "/panel/login");
  await click(link("Şifremi unuttum"));
  await headed("Şifremi unuttum");
  await fill({ "E-posta": email });
  panel.network.answer("POST", "/api/auth/forgot-password", refusal("database_unavailable", ""));
  await send("Bağlantı gönder");
  await until(() => alertText() === "Bir hata oluştu.");
  panel.network.restore("POST", "/api/auth/forgot-password");
  await send("Bağlantı gönder");
  await until(() =>
    /^Bu adresle kayıtlı bir hesap varsa şifre sıfırlama bağlantısı hazırlandı\. .*letters/.test(
      document.querySelector("[role=status]")!.textContent!,
    )
  );
  assert.ok(await resetTokenFor(app, email));
});

Deno.test("a new password that differs from its repetition is not sent, a common one is refused", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, await resetPath(app));
  await fillBoth(NEW, "başka bir parola");
  assert.deepEqual(faults(), { "Yeni şifre (tekrar)": "Şifreler eşleşmiyor!" });
  assertInField("Yeni şifre (tekrar)");
  assert.ok(!panel.network.calls.some(({ method }) => method === "PUT"), "no call is made");
  await fillBoth("password1", "password1");
  await until(() => /çok yaygın/.test(faults()["Yeni şifre"] ?? ""));
  assert.deepEqual(Object.keys(faults()), ["Yeni şifre"]);
});

Deno.test("the letter's link sets a new password once: the login says so and takes no other", async () => {
  await using app = await testApp();
  const owner = await createOwnerWithPassword(app);
  const path = await resetPath(app, owner.email);
  {
    await using _ = await openWholePanel(app, path);
    await fillBoth(NEW, NEW);
    await headed("Kafe girişi");
    assert.match(pageText(), /Şifreniz güncellendi\. Yeni şifrenizle giriş yapabilirsiniz\./);
    await sendLogin(owner.email);
    await until(() => alertText() === "E-posta veya şifre hatalı.");
    assert.equal(storedToken(), null);
    await logIn(owner.email, NEW);
  }
});

for (const [what, ageMs] of [["was used", 0], ["is an hour old", 60 * 60 * 1000]] as const) {
  Deno.test(`a link that ${what} says so when it is opened, and leads to a new one`, async () => {
    await using app = await testApp();
    const path = await resetPath(app);
    const used = { body: { password: NEW } };
    if (ageMs > 0) app.clock.pass(ageMs);
    else await app.call("PUT", `/api/auth${path.slice("/panel".length)}`, used);
    await using _ = await openWholePanel(app, path);
    assert.match(alertText(), /bağlantısı geçersiz veya süresi dolmuş/);
    assert.equal(document.querySelector("input"), null);
    await click(link("Yeni bir bağlantı iste"));
    await headed("Şifremi unuttum");
  });
}

/** Sends the form with this password and this repetition. */
async function fillBoth(password: string, repetition: string): Promise<void> {
  await fill({ "Yeni şifre": password, "Yeni şifre (tekrar)": repetition });
  await send("Şifreyi değiştir");
}

Deno.test("the notice on personal data is linked where personal data is asked for", async () => {
  await using app = await testApp();
  const { token, cafeId } = await createOwner(app.deps);
  for (const [path, login] of [["/panel/profile", token], ["/panel/register"]] as const) {
    await using _ = await openWholePanel(app, path, login);
    await assertLinked(app);
  }
  await using _ = await openPage();
  document.body.innerHTML = await (await app.fetch(`/cafe/${cafeId}`)).text();
  await assertLinked(app);
});

async function assertLinked(app: TestApp): Promise<void> {
  const link = [...document.querySelectorAll("a")]
    .find(({ textContent }) => /aydınlatma metn/.test(textContent));
  assert.ok(link, `${document.title} links no notice`);
  const notice = await app.fetch(link.getAttribute("href")!);
  assert.equal(notice.status, 200);
  assert.match(await notice.text(), /Kişisel Verilerin Korunması Kanunu/);
}
