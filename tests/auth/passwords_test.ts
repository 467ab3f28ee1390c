import { strict as assert } from "node:assert";
import { parseOptions } from "@node-rs/argon2";
import {
  createConcurrencyLimiter,
  createPasswords,
  hashesAtOnce,
} from "../../server/auth/passwords.ts";
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
    run(() => gate.promise, client).then(() => done.push(name), () => refused.push(name));
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
    run(() => gate.promise, name[0]!).then(() => done.push(name), () => {})
  );
  gate.resolve();
  await Promise.all(asked);
  assert.deepEqual(done, ["a1", "a2", "a3", "b1"]);
});

Deno.test("the limiter runs the next work after one that fails", async () => {
  const run = createConcurrencyLimiter({ maxRunning: 1, maxWaiting: 5 });
  const failed = run(() => Promise.reject(new Error("broken")));
  const next = run(() => Promise.resolve("fine"));
  await assert.rejects(failed, /broken/);
  assert.equal(await next, "fine");
});
