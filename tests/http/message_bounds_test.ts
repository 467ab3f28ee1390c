// Messages whose end is in doubt are refused, so that no proxy and no server see two requests where the other sees one
// (RFC 9112, 11.2). Sent over a plain connection, because no client makes them.
import { strict as assert } from "node:assert";
import { testUnlessOld } from "../support/start/old_runtime.ts";
import { servedApp } from "../support/start/served_app.ts";
import { inTime } from "../support/time/until.ts";

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

/** Sends the text and returns everything that comes until the server closes the connection. */
async function answersTo(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(new TextEncoder().encode(text));
  const bytes = await inTime(new Response(connection.readable).bytes(), "the connection's end");
  return new TextDecoder().decode(bytes);
}
