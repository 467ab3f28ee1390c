// Every case that these tests have found to be answered wrongly, as a test of its own.
import { strict as assert } from "node:assert";
import { createOwner } from "../../support/people/factories.ts";
import { servedApp } from "../../support/start/served_app.ts";
import { testApp } from "../../support/start/test_app.ts";
import { createWords } from "./known_words.ts";
import { send } from "./send_case.ts";
import { watchErrors } from "./mass.ts";
import { exchange } from "./wire_parts.ts";

Deno.test("a Host that is no host is answered 400, by pages, calls and redirects alike", async () => {
  await using app = await servedApp();
  const { cafeId, ownerId } = await createOwner(app.deps);
  const paths = [
    "/",
    `/cafe/${cafeId}`,
    `/cafe/${cafeId}/`,
    `/k/${cafeId.slice(-8).toLowerCase()}`,
    `/api/cafes/${cafeId}`,
    `/api/requests/queue/${ownerId}`,
    "/api/spotify/login?token=x",
    "/demo/authorize",
    "/assets/nothing.js",
    "/healthz",
  ];
  for (const host of ["[::1", "host:99999", "a b", "a /b", "xn--"]) {
    for (const path of paths) {
      const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
      const { statuses } = await exchange(app.origin, request, true);
      assert.deepEqual(statuses, [400], `${path} at ${host}`);
    }
  }
});

Deno.test("a page's path with a trailing slash leads to the path as it was sent, also one that no header can have decoded", async () => {
  await using app = await testApp();
  for (const path of ["/cafe/%00/ekran", "/cafe/%0d%0a", "/cafe/%C3%A7/ekran", "/cafe/%2F"]) {
    const response = await app.fetch(`${path}/?a=%00`);
    assert.equal(response.status, 308, path);
    assert.equal(response.headers.get("location"), `${path}?a=%00`);
  }
});

Deno.test("CONNECT, whose address has no path, is answered 404", async () => {
  await using app = await servedApp();
  for (const target of ["?a", "a", "host:443"]) {
    const { statuses } = await exchange(
      app.origin,
      `CONNECT ${target} HTTP/1.1\r\nhost: a\r\n\r\n`,
      true,
    );
    assert.deepEqual(statuses, [404], target);
  }
});

Deno.test("a body whose chunks are wrong or break off is answered 400, and is no error in the log", async () => {
  using watch = await watchErrors();
  await using app = await servedApp();
  const { token } = await createOwner(app.deps);
  const calls = [
    "POST /api/auth/login",
    "POST /api/cafes",
    "PUT /api/music/list",
    "POST /demo/authorize",
    "POST /demo/api/token",
  ];
  const chunks = [
    "ffffffffffffffff\r\nabc",
    "zz\r\nabc\r\n",
    "5\r\nabcdefgh\r\n0\r\n\r\n",
    "5\r\nab",
  ];
  for (const call of calls) {
    const head =
      `${call} HTTP/1.1\r\nhost: a.test\r\nx-auth-token: ${token}\r\ntransfer-encoding: chunked\r\n\r\n`;
    for (const body of chunks) {
      const { statuses } = await exchange(app.origin, head + body);
      // The server need not answer a caller whose half of the connection is closed.
      assert.ok(statuses.every((status) => status === 400), `${call} ${body}: ${statuses}`);
    }
  }
  watch.assertQuiet();
});

Deno.test("OPTIONS /api/realtime from a page of another site is answered 405, as from any other", async () => {
  await using app = await testApp();
  const headers = { origin: "https://evil.example" };
  const answer = await app.fetch("/api/realtime", { method: "OPTIONS", headers });
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get("allow"), "GET, HEAD");
});

Deno.test("an answer that is compressed as the caller asks is read as what it says", async () => {
  await using app = await testApp();
  for (const accepted of ["br;q=0, gzip", "br"]) {
    const headers: [string, string][] = [["accept-encoding", accepted]];
    const sent = { method: "GET", address: "/api/openapi.json", headers, isStreamed: false };
    const { status, text } = await send(app, sent, createWords([]));
    assert.equal(status, 200);
    assert.ok(Object.hasOwn(JSON.parse(text), "openapi"), accepted);
  }
});
