import { strict as assert } from "node:assert";
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
import { FIELD_MESSAGES } from "../../../server/contract/field_messages.ts";
import { ConnectOutcome } from "../../../server/contract/music.ts";

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
