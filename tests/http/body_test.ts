// How much of a body is read, and for how long.
import { strict as assert } from "node:assert";
import process from "node:process";
import { accepts } from "../../server/http/encoding.ts";
import { answersTo } from "../support/net/raw_socket.ts";
import { createOwner } from "../support/people/factories.ts";
import { draft } from "../support/people/requests.ts";
import { assertAsLong } from "../support/time/as_long.ts";
import { testUnlessOld } from "../support/start/old_runtime.ts";
import { servedApp } from "../support/start/served_app.ts";
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

Deno.test("a body with a byte that is no UTF-8 is answered 400, although it would be whole without it", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const body = new TextEncoder().encode(JSON.stringify(draft(ownerId, { songTitle: "#" })));
  body[body.indexOf("#".charCodeAt(0))] = 0xff;
  const headers = { "content-type": "application/json" };
  const response = await app.fetch("/api/requests", { method: "POST", headers, body });
  assert.deepEqual([response.status, (await response.json()).code], [400, "malformed_body"]);
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

// Messages whose end is in doubt are refused, so that no proxy and no server see two requests where the other sees one
// (RFC 9112, 11.2). Sent over a plain connection, because no client makes them.
const JSON_TYPE = "Content-Type: application/json";

const CHUNKS = "a length beside chunks";
const DOUBTFUL: [what: string, fields: string[], body: string][] = [
  [CHUNKS, ["Content-Length: 6", "Transfer-Encoding: chunked"], "0\r\n\r\n"],
  ["two lengths", ["Content-Length: 6", "Content-Length: 7"], '{"a":1}'],
  ["an unknown transfer coding", ["Content-Length: 2", "Transfer-Encoding: xchunked"], "{}"],
];

for (const [what, fields, body] of DOUBTFUL) {
  const name = `a message with ${what} is answered 400, and nothing after it is answered`;
  const isRefused = async () => {
    await using app = await servedApp();
    const next = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    const head = ["POST /api/auth/login HTTP/1.1", "Host: x", JSON_TYPE, ...fields].join("\r\n");
    const answers = await answersTo(app.origin, `${head}\r\n\r\n${body}${next}`);
    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 400"]);
  };
  if (what === CHUNKS) testUnlessOld(name, "refuse it: it reads the chunks", isRefused);
  else Deno.test(name, isRefused);
}

Deno.test("TRACE is answered 405 and returns nothing of the request", async () => {
  await using app = await servedApp();
  const head = "TRACE / HTTP/1.1\r\nHost: x\r\nX-Auth-Token: gizli\r\nConnection: close";
  const answer = await answersTo(app.origin, `${head}\r\n\r\n`);
  assert.match(answer, /^HTTP\/1\.1 405 /);
  assert.doesNotMatch(answer, /gizli/);
});

// Which encodings a client accepts, by its header.
const HEADERS: [header: string | undefined, accepted: boolean][] = [
  ["br", true],
  ["gzip, BR", true],
  ["gzip , br ; q=0.5", true],
  ["br;q=0.001", true],
  ["br\t;\tq=0", false],
  ["br; q=0.000", false],
  ["br; x=1; q=0", false],
  ["gzip", false],
  ["broken", false],
  ["", false],
  [undefined, false],
];

Deno.test("an encoding is accepted if the header names it with a weight above 0", () => {
  for (const [header, accepted] of HEADERS) {
    assert.equal(accepts(header, "br"), accepted, String(header));
  }
});

Deno.test("a page is answered to a header of 30 000 blanks as soon as to one of as many letters", async () => {
  await using app = await testApp();
  const askWith = (filling: string) => async () => {
    const many = filling.repeat(10_000);
    const header = `gzip${many}x${many};${many}x`;
    const response = await app.fetch("/", { headers: { "accept-encoding": header } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-encoding"), null);
    await response.body?.cancel();
  };
  // A pattern that tries each blank anew takes many times as long.
  await assertAsLong(askWith("\t"), askWith("x"));
});
