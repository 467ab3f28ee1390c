import { strict as assert } from "node:assert";
import { TextField } from "../../../client/components/TextField.tsx";
import { ApiError, NetworkError } from "../../../client/lib/http.ts";
import { connectSentence } from "../../../client/panel/connect_sentences.ts";
import {
  accountHolderFault,
  cafeNameFault,
  codeFault,
  emailFault,
  passwordFault,
  passwordMissing,
  phoneFault,
} from "../../../client/panel/field_rules.ts";
import { type FormRules, useForm } from "../../../client/panel/use_form.ts";
import { FIELD_MESSAGES } from "../../../server/contract/field_messages.ts";
import { ConnectOutcome } from "../../../server/contract/music.ts";
import { assertFocused, field, openPage, settle, submit, type } from "../dom/page.ts";

type Field = "email" | "password";

Deno.test("a form with faults is not sent: each is shown at its field, and the first takes the focus", async () => {
  await using form = await openForm({
    check: () => ({ email: "E-postanızı girin.", password: "Şifrenizi girin." }),
  });
  await submit(field("Şifre"), "x");
  assert.deepEqual(form.sent, []);
  assert.equal(faultAt("E-posta"), "E-postanızı girin.");
  assert.equal(faultAt("Şifre"), "Şifrenizi girin.");
  assertFocused(field("E-posta"));
});

Deno.test("a form without faults is sent with what was typed, and earlier faults go", async () => {
  await using form = await openForm({
    check: ({ email }) => email ? {} : { email: "E-postanızı girin." },
  });
  await submit(field("Şifre"), "gizli");
  await type(field("E-posta"), "ayse@ornek.test");
  await submit(field("Şifre"), "gizli");
  assert.deepEqual(form.sent, [{ email: "ayse@ornek.test", password: "gizli" }]);
  assert.equal(faultAt("E-posta"), undefined);
});

Deno.test("a second submission while the first is under way is ignored", async () => {
  const answer = Promise.withResolvers<void>();
  await using form = await openForm({ answer: () => answer.promise });
  await submit(field("Şifre"), "bir");
  assert.ok(document.querySelector("form[data-busy]"));
  await submit(field("Şifre"), "iki");
  assert.equal(form.sent.length, 1);
  answer.resolve();
  await settle();
  assert.equal(document.querySelector("form[data-busy]"), null);
});

for (
  const [what, error, at, sentence] of [
    ["that names a field", new ApiError(400, { msg: "Kayıtlı.", field: "email" }), "E-posta"],
    ["about a field of another form", new ApiError(400, { msg: "Yok.", field: "iban" })],
    ["about the whole form", new ApiError(401, { msg: "Bilgiler hatalı." })],
    ["without a sentence", new ApiError(502, {}), undefined, "Bir hata oluştu."],
    ["by the network", new NetworkError("gone"), undefined, "Bir hata oluştu."],
  ] as [string, Error, string?, string?][]
) {
  Deno.test(`a refusal ${what} is shown ${at ? "at that field" : "above the button"}`, async () => {
    await using form = await openForm({ answer: () => Promise.reject(error) });
    await submit(field("Şifre"), "gizli");
    const expected = sentence ?? (error as ApiError).msg;
    assert.equal(at ? faultAt(at) : document.querySelector("[role=alert]")?.textContent, expected);
    if (at) assertFocused(field(at));
    await submit(field("Şifre"), "gizli");
    assert.equal(form.sent.length, 2, "it can be sent again");
  });
}

/** A form of two fields; `sent` fills with what it sends. */
async function openForm(
  { check = () => ({}), answer = () => Promise.resolve() }:
    & Partial<Pick<FormRules<Field>, "check">>
    & { answer?: () => Promise<void> },
) {
  const sent: Record<Field, string>[] = [];
  function Form() {
    const { form, field, failure, busy } = useForm<Field>({
      fields: ["email", "password"],
      check,
      send: (values) => {
        sent.push(values);
        return answer();
      },
      fallback: "Bir hata oluştu.",
    });
    return (
      <form {...form} data-busy={busy || undefined}>
        <TextField {...field("email")} label="E-posta" />
        <TextField {...field("password")} label="Şifre" />
        {failure && <p role="alert">{failure}</p>}
      </form>
    );
  }
  const page = await openPage();
  await page.render(<Form />);
  return { ...page, sent };
}

function faultAt(label: string): string | undefined {
  return field(label).parentElement!.querySelector(".field-error")?.textContent ?? undefined;
}

Deno.test("every outcome of connecting has a sentence, and nothing else has", () => {
  for (const outcome of ConnectOutcome.options) {
    const sentence = connectSentence(outcome);
    assert.ok(sentence?.text);
    assert.equal(sentence.kind, outcome === "connected" ? "success" : "error");
  }
  assert.equal(connectSentence("constructor"), undefined);
  assert.equal(connectSentence(undefined), undefined);
});

Deno.test("a code is six digits, with blanks as they come from a letter", () => {
  assert.deepEqual(["123456", "123 456", " 1 2 3 4 5 6 "].map(codeFault), Array(3).fill(undefined));
  for (const wrong of ["", "12345", "1234567", "12345a"]) assert.ok(codeFault(wrong), wrong);
});

Deno.test("e-mail, phone and password are checked as the contract says", () => {
  assert.equal(emailFault(" ayse@ornek.test "), undefined);
  for (const wrong of ["", "ayse", "ayse@", "a b@ornek.test"]) assert.ok(emailFault(wrong), wrong);
  assert.equal(phoneFault("+90 (555) 111-22 33"), undefined);
  for (const wrong of ["", "123456", "1".repeat(16), "0555 abc"]) {
    assert.ok(phoneFault(wrong), wrong);
  }
  assert.equal(passwordFault("çayçayçy"), undefined);
  // Eight characters, sixteen UTF-16 halves.
  assert.equal(passwordFault("🎵".repeat(8)), undefined);
  for (const wrong of ["", "kısa", "a".repeat(257)]) assert.ok(passwordFault(wrong), wrong);
  // contract: any of them, all of them counted. What may be set may be entered.
  for (const rule of [passwordFault, passwordMissing]) assert.equal(rule(" ".repeat(8)), undefined);
  assert.equal(passwordMissing(""), "Şifrenizi girin.");
});

Deno.test("a field is refused with the sentence that the server would say, except for what is missing", () => {
  assert.equal(emailFault("ayse"), FIELD_MESSAGES.email);
  assert.equal(phoneFault("123"), FIELD_MESSAGES.phoneNumber);
  assert.equal(passwordMissing("x".repeat(2000)), FIELD_MESSAGES.password);
  assert.equal(passwordFault("kısa"), "Şifre en az 8 karakter olmalıdır.");
  assert.equal(passwordFault("x".repeat(257)), "Şifre en fazla 256 karakter olabilir.");
  assert.equal(cafeNameFault("  "), "Kafenizin adını girin.");
  assert.equal(cafeNameFault("a\u202Eb"), FIELD_MESSAGES.name);
  assert.equal(cafeNameFault("x".repeat(101)), FIELD_MESSAGES.name);
  assert.equal(cafeNameFault("Kafe Deneme"), undefined);
  assert.equal(accountHolderFault("x".repeat(101)), FIELD_MESSAGES.accountHolderName);
  assert.equal(accountHolderFault(""), undefined);
});

Deno.test("a password is counted as it will be stored: eight letters with their marks apart are eight", () => {
  const decomposed = "çşğüöİçş".normalize("NFD");
  assert.equal(passwordFault(decomposed), undefined);
  assert.equal(passwordFault(decomposed.slice(0, -2)), "Şifre en az 8 karakter olmalıdır.");
});
