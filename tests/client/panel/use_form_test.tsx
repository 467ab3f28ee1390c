import { strict as assert } from "node:assert";
import { TextField } from "../../../client/components/TextField.tsx";
import { type FormRules, useForm } from "../../../client/panel/use_form.ts";
import { ApiError, NetworkError } from "../../../client/lib/http.ts";
import { assertFocused, field, openPage, settle, submit, type } from "../../support/dom/page.ts";

type Field = "email" | "password";

Deno.test("a form with faults is not sent: each is shown at its field, and the first takes the focus", async () => {
  const form = await openForm({
    check: () => ({ email: "E-postanızı girin.", password: "Şifrenizi girin." }),
  });
  await using _ = form.page;
  await submit(field("Şifre"), "x");
  assert.deepEqual(form.sent, []);
  assert.equal(faultAt("E-posta"), "E-postanızı girin.");
  assert.equal(faultAt("Şifre"), "Şifrenizi girin.");
  assertFocused(field("E-posta"));
});

Deno.test("a form without faults is sent with what was typed, and earlier faults go", async () => {
  const form = await openForm({
    check: ({ email }) => email ? {} : { email: "E-postanızı girin." },
  });
  await using _ = form.page;
  await submit(field("Şifre"), "gizli");
  await type(field("E-posta"), "ayse@ornek.test");
  await submit(field("Şifre"), "gizli");
  assert.deepEqual(form.sent, [{ email: "ayse@ornek.test", password: "gizli" }]);
  assert.equal(faultAt("E-posta"), undefined);
});

Deno.test("a second submission while the first is under way is ignored", async () => {
  const answer = Promise.withResolvers<void>();
  const form = await openForm({ answer: () => answer.promise });
  await using _ = form.page;
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
    const form = await openForm({ answer: () => Promise.reject(error) });
    await using _ = form.page;
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
  return { page, sent };
}

function faultAt(label: string): string | undefined {
  return field(label).parentElement!.querySelector(".field-error")?.textContent ?? undefined;
}
