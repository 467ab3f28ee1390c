// How much of a body is read, and for how long.
import { strict as assert } from "node:assert";
import process from "node:process";
import { createOwner } from "../support/people/factories.ts";
import { draft } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";
import { holdTimers } from "../support/time/held_timers.ts";

Deno.test("a body that is not whole after 10 s is answered 408, and read no further", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const body = slowBody(JSON.stringify(draft(ownerId)).slice(0, 20));
  using timers = holdTimers();
  let answered = false;
  const answering = app.fetch("/api/requests", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: body.stream,
  }).finally(() => answered = true);
  await body.halfRead;
  timers.tick(9_999);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(answered, false);
  timers.tick(1);
  const response = await answering;
  assert.equal(response.status, 408);
  assert.deepEqual(await response.json(), {
    msg: "Veri zamanında ulaşmadı. Lütfen tekrar deneyin.",
    code: "body_too_slow",
  });
  await body.cancelled;
});

Deno.test("a body of 16 000 chunks of one byte is read, and their buffers are not kept", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const bytes = new TextEncoder().encode(JSON.stringify(draft(ownerId)).padEnd(16_000));
  let sent = 0;
  let mostMb = 0;
  const before = process.memoryUsage().external;
  const response = await app.fetch("/api/requests", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (sent === bytes.length) return controller.close();
        // As Deno reads from a connection.
        const chunk = new Uint8Array(64 * 1024);
        chunk[0] = bytes[sent++]!;
        controller.enqueue(chunk.subarray(0, 1));
        mostMb = Math.max(mostMb, (process.memoryUsage().external - before) / 2 ** 20);
      },
    }, { highWaterMark: 0 }),
  });
  assert.equal(response.status, 201);
  await response.body?.cancel();
  // All of them together have 1 000 MB.
  assert.ok(mostMb < 300, `${mostMb} MB`);
});

/** A body that delivers `text` and nothing more. `halfRead` resolves once more than that is asked for. */
function slowBody(text: string) {
  const { promise: halfRead, resolve: sayHalfRead } = Promise.withResolvers<void>();
  const { promise: cancelled, resolve: sayCancelled } = Promise.withResolvers<void>();
  let delivered = false;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (delivered) sayHalfRead();
      else controller.enqueue(new TextEncoder().encode(text));
      delivered = true;
    },
    cancel: () => sayCancelled(),
  }, { highWaterMark: 0 });
  return { stream, halfRead, cancelled };
}
