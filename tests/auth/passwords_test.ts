import { strict as assert } from "node:assert";
import { parseOptions } from "@node-rs/argon2";
import fc from "../support/properties.ts";
import {
  createConcurrencyLimiter,
  createPasswords,
  hashesAtOnce,
} from "../../server/auth/passwords.ts";
import { isCommonPassword } from "../../server/auth/new_password.ts";
import { DomainError } from "../../server/errors.ts";
import { PASSWORD } from "../support/people/accounts.ts";

/** The package's name for argon2id (its const enum cannot be imported). */
const ARGON2ID = 2;

const passwords = createPasswords();

Deno.test("passwords are hashed with argon2id, 64 MiB, 3 passes and a new salt each time", async () => {
  const [one, other] = await Promise.all([passwords.hash(PASSWORD), passwords.hash(PASSWORD)]);
  assert.notEqual(one, other);
  const { algorithm, memoryCost, timeCost, parallelism, saltLen } = parseOptions(one);
  assert.deepEqual([algorithm, memoryCost, timeCost, parallelism, saltLen], [
    ARGON2ID,
    64 * 1024,
    3,
    1,
    16,
  ]);
  assert.equal(await passwords.verify(one, PASSWORD), true);
  assert.equal(await passwords.verify(one, `${PASSWORD} `), false);
});

Deno.test("two passwords are hashed at once, fewer if that would take every core, and always one", () => {
  assert.deepEqual([1, 2, 3, 4, 64].map(hashesAtOnce), [1, 1, 2, 2, 2]);
});

Deno.test("verify is false for a hash that does not exist", async () => {
  assert.equal(await passwords.verify(undefined, PASSWORD), false);
  assert.equal(await passwords.verify(undefined, ""), false);
});

Deno.test("the limiter runs `maxRunning`, lets `maxWaiting` wait in order, and refuses the next", async () => {
  const run = createConcurrencyLimiter({ maxRunning: 2, maxWaiting: 2 });
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const started: number[] = [];
  const works = gates.slice(0, 4).map(({ promise }, i) =>
    run(async () => {
      started.push(i);
      await promise;
      return i;
    })
  );
  assert.deepEqual(started, [0, 1]);
  await assert.rejects(
    run(() => Promise.resolve()),
    (error) => error instanceof DomainError && error.code === "rate_limited",
  );
  gates[1]!.resolve();
  assert.equal(await works[1], 1);
  assert.deepEqual(started, [0, 1, 2]);
  for (const gate of gates) gate.resolve();
  assert.deepEqual(await Promise.all(works), [0, 1, 2, 3]);
  assert.equal(await run(() => Promise.resolve("free again")), "free again");
});

Deno.test("a client that fills the limiter's queue does not keep other clients out", async () => {
  const run = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 3 });
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const refused: string[] = [];
  const ask = (client: string, name: string) =>
    run(() => gate.promise, { address: client })
      .then(() => done.push(name), () => refused.push(name));
  const asked = ["a1", "a2", "a3", "a4", "b1", "a5", "b2", "c1"].map((name) => ask(name[0]!, name));
  gate.resolve();
  await Promise.all(asked);
  // b1 takes the place of a4. After that no client has two more than another, until c comes with none.
  assert.deepEqual(done, ["a1", "a2", "b1", "c1"]);
  assert.deepEqual(refused.sort(), ["a3", "a4", "a5", "b2"]);
});

Deno.test("a client with one call less in the queue than another does not take its place", async () => {
  const run = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 3 });
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const asked = ["a1", "a2", "a3", "b1", "b2"].map((name) =>
    run(() => gate.promise, { address: name[0]! }).then(() => done.push(name), () => {})
  );
  gate.resolve();
  await Promise.all(asked);
  assert.deepEqual(done, ["a1", "a2", "b1", "a3"]);
});

/** Asks for work in this order, as `p…` a person and as others an address, and returns what was done, in order. */
async function doneOf(names: string[], maxWaiting: number): Promise<string[]> {
  const run = createConcurrencyLimiter({ maxRunning: 1, maxWaiting });
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const asked = names.map((name) =>
    run(() => gate.promise, name.startsWith("p") ? { person: name } : { address: name[0]! })
      .then(() => done.push(name), () => {})
  );
  gate.resolve();
  await Promise.all(asked);
  return done;
}

Deno.test("the limiter runs one of each address in turn, so that who asks much waits and not who asks once", async () => {
  const names = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"];
  assert.deepEqual(await doneOf(names, 10), ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

Deno.test("the limiter runs people before strangers, who keep none of them out however many they are", async () => {
  const strangers = ["a1", "b1", "c1", "d1"];
  assert.deepEqual(await doneOf([...strangers, "p1", "e1", "p2"], 3), ["a1", "p1", "p2", "b1"]);
  assert.deepEqual(await doneOf(["p0", "p1", "p2", "a1"], 2), ["p0", "p1", "p2"]);
});

Deno.test("the limiter runs the next work after one that fails", async () => {
  const run = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 5 });
  const failed = run(() => Promise.reject(new Error("broken")));
  const next = run(() => Promise.resolve("fine"));
  await assert.rejects(failed, /broken/);
  assert.equal(await next, "fine");
});

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
