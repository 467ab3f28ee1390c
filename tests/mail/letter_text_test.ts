import { strict as assert } from "node:assert";
import { letterText } from "../../server/mail/letter_text.ts";
import type { LetterKind } from "../../db/letters.ts";

const KINDS: [LetterKind, string, number][] = [
  ["verification_code", "042137", 1],
  ["reset_link", "AvWsLg2KgQbgT50rlasU0BBR_UBx9cgdD5ECsTk3TBs", 0],
  ["password_changed", "", 0],
  ["second_factor_on", "", 0],
  ["second_factor_off", "", 0],
  ["address_in_use", "", 0],
  ["invitation", "AvWsLg2KgQbgT50rlasU0BBR_UBx9cgdD5ECsTk3TBs", 0],
];

for (const [kind, secret, runs] of KINDS) {
  Deno.test(`the letter ${kind} is Turkish in text and HTML, and has ${runs} numbers of six digits`, () => {
    const { subject, text, html } = letterText(kind, secret, "https://kafe.ornek.test:21000");
    assert.match(subject, /^[^\n\r]{10,60}$/);
    assert.match(text, /^Merhaba,\n\n/);
    assert.match(html, /^<!doctype html>\n<html lang="tr">/);
    for (const part of [text, html]) {
      assert.equal((part.match(/\d{6,}/g) ?? []).length, runs);
      if (secret) assert.ok(part.includes(secret));
      assert.doesNotMatch(part, /undefined|null/);
    }
    assert.doesNotMatch(subject, /\d{6}/);
  });
}

Deno.test("a secret is escaped in a letter's HTML", () => {
  const { html } = letterText("reset_link", `"><script>`, "https://kafe.ornek.test");
  assert.doesNotMatch(html, /<script>/);
});

Deno.test("an invitation says that a login asks, and not that it joins", () => {
  const { text } = letterText("invitation", "token", "https://kafe.test");
  assert.match(text, /giriş yapın; katılmak isteyip istemediğiniz sorulur\./);
  assert.doesNotMatch(text, /o girişle/);
});
