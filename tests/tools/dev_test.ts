// What `deno task dev` does with pages and with the log (tools/dev/).
import { strict as assert } from "node:assert";
import { besideClient } from "../../tools/dev/beside_client.ts";
import { forPeople } from "../../tools/dev/print_log.ts";

const POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; " +
  "connect-src 'self' ws://kafe.test:8000; object-src 'none'";

Deno.test("a page loads the client from Vite's server on the host by which the browser came", async () => {
  const answer = await ask("http://kafe.test:8000/", "text/html,*/*");
  assert.equal(
    await answer.text(),
    '<head><script type="module" src="http://kafe.test:8001/tools/dev/page.ts"></script>' +
      '<script src="http://kafe.test:8001/client/panel/main.tsx"></script></head>',
  );
  assert.equal(
    answer.headers.get("content-security-policy"),
    "default-src http://kafe.test:8001 'self'; script-src http://kafe.test:8001 'self'; " +
      "style-src http://kafe.test:8001 'unsafe-inline' 'self'; img-src http://kafe.test:8001 'self'; " +
      "connect-src ws://kafe.test:8001 http://kafe.test:8001 'self' ws://kafe.test:8000; " +
      "object-src 'none'; worker-src 'self' blob:",
  );
});

Deno.test("the answer of a call stays as it is", async () => {
  const answer = await ask("http://kafe.test:8000/api/requests", "application/json");
  assert.equal(answer.headers.get("content-security-policy"), POLICY);
});

async function ask(url: string, accept: string): Promise<Response> {
  const page = '<head><script src="/client/panel/main.tsx"></script></head>';
  const headers = { "content-type": "text/html", "content-security-policy": POLICY };
  const around = besideClient("8001")(() => new Response(page, { headers }));
  return await around(new Request(url, { headers: { accept } }), {} as never);
}

Deno.test("a line of the log is short for people, with the stack of an error below it", () => {
  const at = "2026-11-28T12:00:00.000Z";
  const line = { "@timestamp": at, level: "INFO", logger: "siradaki.access" };
  const time = new Date(at).toTimeString().slice(0, 8);
  const answered = { method: "GET", path: "/api/queue", status: 404, durationMs: 1.2 };
  assert.equal(
    forPeople({
      ...line,
      message: "GET /api/queue 404",
      properties: { ...answered, requestId: "an-id", code: "path_not_found" },
    }, false),
    `${time} GET /api/queue 404 in 1.2 ms code=path_not_found`,
  );
  const failed = { level: "ERROR", logger: "siradaki.mail", message: "Cannot send: Error: no" };
  const error = { name: "Error", message: "no", at: ["at send (post.ts:3:4)"] };
  assert.equal(
    forPeople({ ...line, ...failed, properties: { error } }, true),
    `\x1b[31m${time} ERROR mail: Cannot send: Error: no\n    at send (post.ts:3:4)\x1b[0m`,
  );
});
