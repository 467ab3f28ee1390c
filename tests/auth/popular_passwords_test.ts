import { strict as assert } from "node:assert";
import fc from "fast-check";
import { isCommonPassword } from "../../server/auth/popular_passwords.ts";
import { PASSWORD } from "../support/people/accounts.ts";

for (
  const password of [
    ...["password1", "PASSWORD1", "12345678", "Qwerty123", "galatasaray", "fenerbahce"],
    // Common words in Turkey, with the digits and signs that are usually added.
    ...["parola123", "Şifre123", "şifre12345678", "istanbul34", "İSTANBUL34", "ISTANBUL34"],
    ...["galatasaray1905", "fenerbahçe1907", "besiktas1903", "Trabzonspor61", "1461trabzon"],
    ...["mehmet1234", "Ayse.1985", "türkiye!", "kahve2026", "Sıradaki1!", "password2026!"],
  ]
) {
  Deno.test(`${password} is a common password`, async () => {
    assert.ok(await isCommonPassword(password));
  });
}

for (
  const password of [
    ...[PASSWORD, "kahve durağı 42", "correct horse battery staple", "parola istanbul"],
    // Six characters that are no common password themselves make a password uncommon.
    ...["parola582034", "tr4bz0n-spor-61", "58203917", "dort-kedi-uc-kapi"],
  ]
) {
  Deno.test(`'${password}' is not a common password`, async () => {
    assert.ok(!await isCommonPassword(password, ["kahve köşesi", "ayse@ornek.test"]));
  });
}

Deno.test("an account's e-mail, its local part and the cafe's name are common passwords for that account alone", async () => {
  const own = ["ayse.yilmaz@ornek.test", "Kahve Durağı"];
  for (
    const password of [
      ...["Ayse.Yilmaz@ornek.test", "ayse.yilmaz", "ayse.yilmaz1985", "Ayşe.Yılmaz!"],
      ...["KAHVE DURAĞı", "kahvedurağı", "Kahve Durağı 42", "kahveduragi123456"],
    ]
  ) {
    assert.ok(await isCommonPassword(password, own), password);
    assert.ok(!await isCommonPassword(password), password);
  }
});

Deno.test("neither several common words in a row nor a generated password is a common password", async () => {
  const word = fc.constantFrom("parola", "şifre", "istanbul", "kahve", "galatasaray", "siradaki");
  const phrase = fc.tuple(
    fc.array(word, { minLength: 2, maxLength: 5 }),
    fc.constantFrom(" ", "-", ".", "3"),
    fc.integer({ min: 0, max: 9999 }),
  ).map(([words, between, number]) => words.join(between) + number);
  // The middle keeps it from being a single word, whatever the halves are.
  const generated = fc.tuple(
    fc.string({ minLength: 6, maxLength: 20 }),
    fc.string({ minLength: 6, maxLength: 20 }),
  ).map((halves) => halves.join("q7x"));
  await fc.assert(
    fc.asyncProperty(fc.oneof(phrase, generated), async (password) => {
      assert.ok(!await isCommonPassword(password, ["ayse@ornek.test", "Kahve Durağı"]));
    }),
    { numRuns: 500 },
  );
});
