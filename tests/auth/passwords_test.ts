import { strict as assert } from "node:assert";
import { parseOptions } from "@node-rs/argon2";
import { hashPassword, verifyPassword } from "../../server/auth/passwords.ts";
import { createWorkLine } from "../../server/auth/work_line.ts";
import { DomainError } from "../../server/errors.ts";
import { PASSWORD } from "../support/people/accounts.ts";

/** The package's name for argon2id (its const enum cannot be imported). */
const ARGON2ID = 2;

Deno.test("a password is hashed with argon2id, 64 MiB and 3 passes, a salt of its own", async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  assert.notEqual(one, other);
  const { algorithm, memoryCost, timeCost, parallelism, saltLen } = parseOptions(one);
  assert.deepEqual([algorithm, memoryCost, timeCost, parallelism, saltLen], [
    ARGON2ID,
    64 * 1024,
    3,
    1,
    16,
  ]);
  assert.equal(await verifyPassword(one, PASSWORD), true);
  assert.equal(await verifyPassword(one, `${PASSWORD} `), false);
});

Deno.test("nobody's password is never right", async () => {
  assert.equal(await verifyPassword(undefined, PASSWORD), false);
  assert.equal(await verifyPassword(undefined, ""), false);
});

Deno.test("a work line runs `atOnce`, lets `mostWaiting` wait in order, and turns the next away", async () => {
  const run = createWorkLine({ atOnce: 2, mostWaiting: 2 });
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

Deno.test("somebody who fills a work line keeps nobody else out of it", async () => {
  const run = createWorkLine({ atOnce: 1, mostWaiting: 3 });
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const turnedAway: string[] = [];
  const ask = (whose: string, name: string) =>
    run(() => gate.promise, whose).then(() => done.push(name), () => turnedAway.push(name));
  const asked = ["a1", "a2", "a3", "a4", "b1", "a5", "b2", "c1"].map((name) => ask(name[0]!, name));
  gate.resolve();
  await Promise.all(asked);
  // b's first takes the place of a's last; then nobody has two more than another, until c comes with none.
  assert.deepEqual(done, ["a1", "a2", "b1", "c1"]);
  assert.deepEqual(turnedAway.sort(), ["a3", "a4", "a5", "b2"]);
});

Deno.test("work that fails leaves its place in the line to the next", async () => {
  const run = createWorkLine({ atOnce: 1, mostWaiting: 5 });
  const failed = run(() => Promise.reject(new Error("broken")));
  const next = run(() => Promise.resolve("fine"));
  await assert.rejects(failed, /broken/);
  assert.equal(await next, "fine");
});
