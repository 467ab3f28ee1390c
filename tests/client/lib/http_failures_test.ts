// What a call throws if it is refused, cannot be read, takes too long or is aborted.
import { strict as assert } from "node:assert";
import { ApiError, NetworkError, send, sentenceOf } from "../../../client/lib/http.ts";
import { holdTime } from "../../support/dom/clock.ts";
import { openNetwork, refusal } from "../../support/dom/network.ts";

Deno.test("a refusal carries the status, the server's sentence and when to try again", async () => {
  using network = openNetwork();
  network.answer(
    "GET",
    "/",
    refusal("rate_limited", "Çok fazla deneme yapıldı.", { "retry-after": "30" }),
  );
  const error = await failureOf(send("GET /"));
  assert.ok(error instanceof ApiError);
  assert.deepEqual([error.status, error.msg, error.retryAfterS], [
    429,
    "Çok fazla deneme yapıldı.",
    30,
  ]);
  assert.equal(sentenceOf(error), "Çok fazla deneme yapıldı.");
});

for (const [what, body] of [["HTML", "<h1>502</h1>"], ["null", "null"], ["no msg", "[]"]]) {
  Deno.test(`a refusal whose body is ${what} has an empty sentence`, async () => {
    using network = openNetwork();
    network.answer("GET", "/", () => new Response(body, { status: 502 }));
    const error = await failureOf(send("GET /"));
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.msg, error.retryAfterS], [502, "", undefined]);
  });
}

Deno.test("a success that is not JSON, and a server out of reach, are network errors", async () => {
  using network = openNetwork();
  network.answer("GET", "/html", () => new Response("<h1>Merhaba</h1>"));
  for (const path of ["/html", "/nothing"]) {
    const error = await failureOf(send(`GET ${path}`));
    assert.ok(error instanceof NetworkError);
    assert.equal(sentenceOf(error), "");
  }
});

for (
  const [what, method, file, timeoutMs] of [
    ["a read", "GET", false, 12_000],
    ["a command", "PUT", false, 30_000],
    ["a file", "GET", true, 30_000],
  ] as const
) {
  Deno.test(`send gives up on ${what} without an answer after ${timeoutMs / 1000} s`, async () => {
    using network = openNetwork();
    using time = holdTime();
    network.hold(method, "/");
    let failure: unknown;
    const failed = failureOf(send(`${method} /`, { file })).then((error) => failure = error);
    await time.pass(timeoutMs - 1);
    assert.equal(failure, undefined);
    await time.pass(1);
    assert.ok(await failed instanceof NetworkError);
  });
}

Deno.test("send ends at once when the caller's signal is aborted", async () => {
  using network = openNetwork();
  // No time-out can end the call, since no time passes.
  using _ = holdTime();
  network.hold("GET", "/");
  const controller = new AbortController();
  let failure: unknown;
  failureOf(send("GET /", { signal: controller.signal })).then((error) => failure = error);
  controller.abort();
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(failure instanceof NetworkError);
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(() => assert.fail("it did not fail"), (error) => error);
}
