import { strict as assert } from "node:assert";
import { createSingleFlight } from "../server/once.ts";

Deno.test("run shares the work that already runs under the key", async () => {
  const singleFlight = createSingleFlight();
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = singleFlight.run("search tarkan", () => promise);
  const second = singleFlight.run<string>("search tarkan", () => assert.fail("it runs already"));
  assert.equal(singleFlight.isRunning("search tarkan"), true);
  resolve("one answer");
  assert.deepEqual(await Promise.all([first, second]), ["one answer", "one answer"]);
});

Deno.test("run keeps other keys apart", async () => {
  const singleFlight = createSingleFlight();
  const results = ["a", "b"].map((key) => singleFlight.run(key, () => Promise.resolve(key)));
  assert.deepEqual(await Promise.all(results), ["a", "b"]);
});

Deno.test("run shares a failure, and the next call tries again", async () => {
  const singleFlight = createSingleFlight();
  const { promise, reject } = Promise.withResolvers<string>();
  const both = [1, 2].map(() => singleFlight.run("token", () => promise));
  reject(new Error("refused"));
  for (const one of both) await assert.rejects(one, /refused/);
  assert.equal(singleFlight.isRunning("token"), false);
  assert.equal(await singleFlight.run("token", () => Promise.resolve("a new one")), "a new one");
});
