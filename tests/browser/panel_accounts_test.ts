// The five account screens: registration, verification, login, forgotten password, new password.
import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { createOwnerWithPassword, PASSWORD, REGISTRATION } from "../support/people/accounts.ts";
import type { PageOptions, TestBrowser } from "../support/browser/browser.ts";
import { fill, registerIn } from "../support/browser/account_forms.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits, assertTouchable } from "../support/browser/layout.ts";
import { refuse } from "../support/browser/evening.ts";
import { ensureAdmin } from "../../server/auth/ensure_admin.ts";
import { codeFor, lettersOf, resetTokenFor } from "../support/people/letters.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { focused, focusOn, holdAnswers, stopClock, tokenOf } from "../support/browser/panel.ts";

const test = browserTests();

const ADMIN = { email: "yonetici@ornek.test", password: "sabah kapı açılır" };
const MINUTE_MS = 60_000;
const { email } = REGISTRATION;

interface Screen {
  path: string;
  title: string;
  heading: string;
  /** Label, type and autofill token of each field. */
  fields: [label: string, type: string, autofill: string][];
  action: string;
  links: Record<string, string>;
}

const SCREENS: Screen[] = [
  {
    path: "/panel/login",
    title: "Giriş · Sıradaki",
    heading: "Kafe girişi",
    fields: [["E-posta", "email", "username"], ["Şifre", "password", "current-password"]],
    action: "Giriş Yap",
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
    action: "Kayıt Ol",
    links: { "Zaten hesabım var": "/panel/login" },
  },
  {
    path: "/panel/forgot-password",
    title: "Şifremi unuttum · Sıradaki",
    heading: "Şifremi unuttum",
    fields: [["E-posta", "email", "username"]],
    action: "Bağlantı Gönder",
    links: { "Girişe dön": "/panel/login" },
  },
  {
    path: "/panel/reset-password/bir-baglanti",
    title: "Yeni şifre · Sıradaki",
    heading: "Yeni şifre",
    fields: [
      ["Yeni şifre", "password", "new-password"],
      ["Yeni şifre (tekrar)", "password", "new-password"],
    ],
    action: "Şifreyi Değiştir",
    links: { "Yeni bir bağlantı iste": "/panel/forgot-password" },
  },
];

for (const { path, title, heading, fields, action, links } of SCREENS) {
  test(`${path} says what it asks for, to people, password managers and screen readers`, async ({ server, browser }) => {
    const page = await open(server, browser, path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    assert.equal(await page.title(), title);
    for (const [label, type, autofill] of fields) {
      const field = page.getByLabel(label, { exact: true });
      assert.equal(await field.getAttribute("type") ?? "text", type, label);
      assert.equal(await field.getAttribute("autocomplete"), autofill, label);
    }
    for (const [name, target] of Object.entries(links)) {
      assert.equal(await page.getByRole("link", { name }).getAttribute("href"), target);
    }
    const card = await page.locator(".account-card").boundingBox();
    assert.equal(card!.width, 450, "spec 9");
    await look(page);
    // Sent as it is, every field says what is missing, and the first one has the focus.
    await page.getByRole("button", { name: action }).click();
    await page.locator(".field-error").first().waitFor();
    assert.equal(await focused(page), fields[0]![0]);
  });
}

test("registering says beside each field what is wrong with it, the server's own reasons too", async ({ server, browser }) => {
  const taken = await createOwnerWithPassword(server);
  const page = await open(server, browser, "/panel/register");
  const calls = callsOf(page);
  const submit = page.getByRole("button", { name: "Kayıt Ol" });

  await submit.click();
  assert.deepEqual(await faults(page), {
    "Kafe adı": "Kafenizin adını girin.",
    "E-posta": "Geçerli bir e-posta adresi girin.",
    "Telefon numarası": "Geçerli bir telefon numarası girin (7 ile 15 rakam).",
    "Şifre": "Şifre en az 8 karakter olmalıdır.",
  });
  await fill(page, { "Kafe adı": REGISTRATION.name, "Şifre": PASSWORD, "E-posta": "ayse@" });
  await submit.click();
  assert.deepEqual(Object.keys(await faults(page)), ["E-posta", "Telefon numarası"]);
  assert.equal(await focused(page), "E-posta");
  assert.deepEqual(calls, [], "nothing that is wrong here is sent");

  await fill(page, { "Telefon numarası": REGISTRATION.phoneNumber });
  for (
    const [change, field, sentence] of [
      [{ "E-posta": "ayşe@ornek.test" }, "E-posta", "Geçerli bir e-posta adresi girin."],
      [
        { "E-posta": taken.email },
        "E-posta",
        "Bu e-posta adresiyle kayıtlı bir hesap var.",
      ],
      [
        { "E-posta": email, "Şifre": "password1" },
        "Şifre",
        "Bu şifre çok yaygın, kolayca tahmin edilir. Başka bir şifre seçin.",
      ],
      [
        { "Kafe adı": "\u200b", "Şifre": PASSWORD },
        "Kafe adı",
        "Kafe adı 1 ile 100 karakter arasında olmalıdır.",
      ],
    ] as const
  ) {
    await fill(page, change);
    await submit.click();
    await page.locator(".field-error", { hasText: sentence }).waitFor();
    assert.deepEqual(await faults(page), { [field]: sentence });
    await focusOn(page, field);
  }
  await fill(page, { "Kafe adı": REGISTRATION.name });
  // What is about no field stands above the button.
  await refuse(page, "**/api/auth/register", 503, "Sistem şu anda yoğun.");
  await submit.click();
  await page.getByRole("alert").getByText("Sistem şu anda yoğun.").waitFor();
  await page.unroute("**/api/auth/register");
  await page.route("**/api/auth/register", (route) => route.abort());
  await submit.click();
  await page.getByRole("alert").getByText("Bir hata oluştu. Lütfen tekrar deneyin.").waitFor();
  assert.deepEqual(await faults(page), {});
});

test("a registration leads to the code's screen, where a code that is pasted with blanks opens the panel", async ({ server, browser }) => {
  const page = await open(server, browser, "/panel/register", { fresh: true });
  await page.clock.install();
  await stopClock(page);
  await registerIn(page);
  await page.getByRole("heading", { level: 1, name: "Hesabınızı doğrulayın" }).waitFor();
  await focusOn(page, "Hesabınızı doğrulayın");
  assert.equal(await page.title(), "Hesap doğrulama · Sıradaki");
  await page.getByText("Kaydınız alındı.").waitFor();
  await page.getByText(`${email} adresine gönderdiğimiz 6 haneli kodu girin.`).waitFor();
  assert.equal(new URL(page.url()).search, "", "the e-mail is in no address");
  const field = page.getByLabel("Doğrulama kodu");
  assert.equal(await field.getAttribute("autocomplete"), "one-time-code");
  assert.equal(await field.getAttribute("inputmode"), "numeric");

  // The countdown: until it is over the button rests, and keeps the focus that it has.
  const resend = page.getByRole("button", { name: /^Kodu tekrar gönder/ });
  assert.match(await resend.innerText(), /\(60 sn\)/);
  assert.equal(await resend.getAttribute("aria-disabled"), "true");
  await resend.click({ force: true });
  await page.clock.fastForward(30_000);
  await page.getByText("Kodu tekrar gönder (30 sn)").waitFor();
  await page.reload();
  await page.getByText("Kodu tekrar gönder (30 sn)").waitFor();
  await page.clock.resume();
  await look(page);
  await page.clock.fastForward(30_000);
  await page.getByRole("button", { name: "Kodu tekrar gönder", exact: true }).waitFor();
  server.clock.pass(MINUTE_MS);
  await stopClock(page);
  await resend.click();
  await page.getByText("yeni bir kod gönderildi").waitFor();
  assert.match(await resend.innerText(), /\(60 sn\)/);
  assert.match(await focused(page), /^Kodu tekrar gönder/);
  await page.clock.resume();
  assert.equal((await lettersOf(server, email)).length, 2);

  const submit = page.getByRole("button", { name: "Doğrula" });
  const code = await codeFor(server, email);
  for (
    const [wrong, sentence] of [
      ["12 34", "E-postanızdaki 6 haneli kodu girin."],
      [
        String((Number(code) + 1) % 1_000_000).padStart(6, "0"),
        "Doğrulama kodu hatalı veya süresi dolmuş.",
      ],
    ] as const
  ) {
    await field.fill(wrong);
    await submit.click();
    await page.locator(".field-error", { hasText: sentence }).waitFor();
    await focusOn(page, "Doğrulama kodu");
  }
  await paste(page, field, `  ${code.slice(0, 3)} ${code.slice(3)} \n`);
  const answer = await holdAnswers(page, "**/api/requests");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/panel/dashboard");
  assert.ok(await tokenOf(page));
  // While the dashboard loads, the verification screen does not ask to register again.
  assert.equal(await page.getByRole("alert").count(), 0);
  answer();
  await page.getByRole("heading", { level: 1, name: "İstekler" }).waitFor();
});

test("an e-mail of any length stays within the code's card", async ({ server, browser }) => {
  const page = await open(server, browser, "/panel/register");
  await registerIn(page, "kahveduraginin.muhasebesinden@kahveduragi-kadikoy.ornek.test");
  await page.getByRole("heading", { level: 1, name: "Hesabınızı doğrulayın" }).waitFor();
  await assertFits(page, 320);
});

test("/panel/verify without an e-mail asks to register again", async ({ server, browser }) => {
  const page = await open(server, browser, "/panel/verify");
  await page.getByRole("alert").getByText(
    "Doğrulama sayfasına erişim için geçerli bir e-posta adresi gerekli. Lütfen tekrar kayıt olun.",
  ).waitFor();
  await look(page);
  await page.getByRole("link", { name: "Kayıt ol" }).click();
  await page.waitForURL("**/panel/register");
});

test("who registered on the laptop logs in on the phone, is led to the code and enters it there", async ({ server, browser }) => {
  await registerIn(await open(server, browser, "/panel/register"));
  const phone = await open(server, browser, "/panel/login");
  await fill(phone, { "E-posta": ` ${email.toUpperCase()} `, "Şifre": PASSWORD });
  await phone.getByRole("button", { name: "Giriş Yap" }).click();
  await phone.waitForURL("**/panel/verify");
  await phone.getByText("Hesabınız henüz doğrulanmadı.").waitFor();
  await phone.getByText(email.toUpperCase()).waitFor();
  // No code was sent just now, so there is nothing to wait for.
  const resend = phone.getByRole("button", { name: "Kodu tekrar gönder", exact: true });
  assert.equal(await resend.getAttribute("aria-disabled"), null);
  await phone.getByLabel("Doğrulama kodu").fill(await codeFor(server, email));
  await phone.getByRole("button", { name: "Doğrula" }).click();
  await phone.waitForURL("**/panel/dashboard");
});

test("a forgotten password: the letter's link sets a new one, and the login says so", async ({ server, browser }) => {
  const owner = await createOwnerWithPassword(server);
  const page = await open(server, browser, "/panel/login");
  await page.getByRole("link", { name: "Şifremi unuttum" }).click();
  // The login has an e-mail of its own, which is there until this screen's code has come.
  await page.getByRole("heading", { level: 1, name: "Şifremi unuttum" }).waitFor();
  await fill(page, { "E-posta": owner.email });
  const send = page.getByRole("button", { name: "Bağlantı Gönder" });
  await refuse(page, "**/api/auth/forgot-password", 503, "");
  await send.click();
  await page.getByRole("alert").getByText("Bir hata oluştu.", { exact: true }).waitFor();
  await page.unroute("**/api/auth/forgot-password");
  await send.click();
  await page.getByRole("status")
    .getByText("Bu adresle kayıtlı bir hesap varsa şifre sıfırlama bağlantısı gönderildi.")
    .waitFor();

  const link = `/panel/reset-password/${await resetTokenFor(server, owner.email)}`;
  await page.goto(server.origin + link);
  const calls = callsOf(page);
  const submit = page.getByRole("button", { name: "Şifreyi Değiştir" });
  await fill(page, {
    "Yeni şifre": "yepyeni bir parola",
    "Yeni şifre (tekrar)": "başka bir parola",
  });
  await submit.click();
  assert.deepEqual(await faults(page), { "Yeni şifre (tekrar)": "Şifreler eşleşmiyor!" });
  assert.equal(await focused(page), "Yeni şifre (tekrar)");
  assert.deepEqual(calls, [], "no call is made (spec 5)");
  await fill(page, { "Yeni şifre": "password1", "Yeni şifre (tekrar)": "password1" });
  await submit.click();
  await page.locator(".field-error", { hasText: "çok yaygın" }).waitFor();
  assert.deepEqual(Object.keys(await faults(page)), ["Yeni şifre"]);
  await fill(page, {
    "Yeni şifre": "yepyeni bir parola",
    "Yeni şifre (tekrar)": "yepyeni bir parola",
  });
  await submit.click();
  await page.waitForURL("**/panel/login");
  await page.getByText("Şifreniz güncellendi. Yeni şifrenizle giriş yapabilirsiniz.").waitFor();

  await fill(page, { "E-posta": owner.email, "Şifre": PASSWORD });
  const enter = page.getByRole("button", { name: "Giriş Yap" });
  await enter.click();
  await page.getByRole("alert").getByText("E-posta veya şifre hatalı.").waitFor();
  assert.equal(await tokenOf(page), null);
  await fill(page, { "Şifre": "yepyeni bir parola" });
  await enter.click();
  await page.waitForURL("**/panel/dashboard");

  await page.goto(server.origin + link);
  await fill(page, {
    "Yeni şifre": "üçüncü bir parola",
    "Yeni şifre (tekrar)": "üçüncü bir parola",
  });
  await submit.click();
  await page.getByRole("alert").getByText("bağlantısı geçersiz veya süresi dolmuş").waitFor();
});

test(
  "an admin's login leads to the payouts; a failure that says nothing gets the screen's own words",
  async ({ server, browser }) => {
    await ensureAdmin(server.deps);
    const page = await open(server, browser, "/panel/login");
    await fill(page, { "E-posta": ADMIN.email, "Şifre": ADMIN.password });
    const enter = page.getByRole("button", { name: "Giriş Yap" });
    await page.route("**/api/auth/login", (route) => route.abort());
    await enter.click();
    await page.getByRole("alert").getByText("Bir hata oluştu. Lütfen tekrar deneyin.").waitFor();
    await page.unroute("**/api/auth/login");
    await enter.click();
    await page.waitForURL("**/admin/payouts");
    await page.goto(`${server.origin}/panel/dashboard`);
    await page.waitForURL("**/admin/payouts");
  },
  { environment: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } },
);

test("a breach of the content security policy fails a test", async ({ server, browser }) => {
  const page = await open(server, browser, "/panel/login");
  const reported = page.waitForEvent(
    "console",
    (message) => /Content Security Policy/.test(message.text()),
  );
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("script"), { text: "1" }));
  });
  await reported;
  assert.match(browser.takeFaults().join(), /Content Security Policy/);
});

test("the login says why a try to connect the music account led back to it", async ({ server, browser }) => {
  const page = await open(server, browser, "/panel/login?spotify=login_required");
  await page.getByRole("alert").getByText("Spotify'a bağlanmak için önce giriş yapın.").waitFor();
});

/** Opens `path` without a login. */
async function open(
  server: ServedApp,
  browser: TestBrowser,
  path: string,
  options?: PageOptions,
): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(server.origin + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** What is wrong by field, as a screen reader reads it: by the field's description. */
async function faults(page: Page): Promise<Record<string, string>> {
  return Object.fromEntries(
    await page.locator("input[aria-invalid]").evaluateAll((inputs) =>
      (inputs as HTMLInputElement[]).map((input) => [
        input.labels![0]!.textContent,
        document.getElementById(input.getAttribute("aria-describedby")!.split(" ").at(-1)!)!
          .textContent,
      ])
    ),
  );
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await field.fill("");
  await field.focus();
  await page.keyboard.press("Control+V");
}

/** The calls of this page to the server from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(request.url());
  });
  return calls;
}

async function look(page: Page): Promise<void> {
  await assertFits(page, 320);
  // A link within a sentence is as high as its line (WCAG 2.2, 2.5.8, 'inline').
  await assertTouchable(page, "p a");
  await page.setViewportSize({ width: 1280, height: 900 });
}
