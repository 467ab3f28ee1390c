// What a call sends and returns.
import { strict as assert } from "node:assert";
import { call, send } from "../../../client/lib/http.ts";
import { openNetwork } from "../../support/dom/network.ts";

Deno.test("send sends JSON, the login token and the idempotency key, and returns the answer", async () => {
  using network = openNetwork();
  network.answer("POST", "/api/requests", () => Response.json({ _id: "1" }, { status: 201 }));
  const answer = await send("POST /api/requests", {
    body: { tipAmount: 10 },
    token: "login",
    idempotencyKey: "key",
  });
  assert.deepEqual(answer, { _id: "1" });
  const { headers, body } = network.calls[0]!;
  assert.deepEqual(body, { tipAmount: 10 });
  assert.equal(headers.get("content-type"), "application/json");
  assert.equal(headers.get("x-auth-token"), "login");
  assert.equal(headers.get("idempotency-key"), "key");
});

Deno.test("send sends a file as it is, with the media type that the call names", async () => {
  using network = openNetwork();
  network.answer("PUT", "/api/music/list", () => Response.json({ songs: 1, skipped: 0 }));
  // Windows calls a CSV file a spreadsheet.
  const body = new Blob(["a,b"], { type: "application/vnd.ms-excel" });
  const answer = await send("PUT /api/music/list", { body, media: "text/csv", token: "login" });
  assert.deepEqual(answer, { songs: 1, skipped: 0 });
  const { headers, body: sent } = network.calls[0]!;
  assert.equal(headers.get("content-type"), "text/csv");
  assert.equal(sent, body);
});

Deno.test("send sends no header for what it was not given", async () => {
  using network = openNetwork();
  network.answer("GET", "/api/cafes/me", () => Response.json({}));
  await send("GET /api/cafes/me", { token: null });
  assert.deepEqual([...network.calls[0]!.headers], []);
});

Deno.test("send returns undefined for an answer without a body, and a Blob for a file", async () => {
  using network = openNetwork();
  network.answer("POST", "/api/auth/logout", () => new Response(null, { status: 204 }));
  network.answer("GET", "/api/payouts/history.csv", () => new Response("No;Tutar"));
  assert.equal(await send("POST /api/auth/logout"), undefined);
  const file = await send("GET /api/payouts/history.csv", { file: true }) as Blob;
  assert.equal(await file.text(), "No;Tutar");
});

Deno.test("call fills in the address and sends the body", async () => {
  using network = openNetwork();
  network.answer("PUT", "/", () => Response.json({ msg: "Oldu." }));
  network.answer("GET", "/", () => Response.json([]));
  const { msg } = await call("PUT /api/auth/reset-password/:token", {
    params: { token: "a/b c" },
    body: { password: "dort-kedi-uc-kapi" },
  });
  assert.equal(msg, "Oldu.");
  await call("GET /api/spotify/search", { query: { term: "barış manço" } });
  assert.deepEqual(network.calls.map(({ path, body }) => [path, body]), [
    ["/api/auth/reset-password/a%2Fb%20c", { password: "dort-kedi-uc-kapi" }],
    ["/api/spotify/search?term=bar%C4%B1%C5%9F+man%C3%A7o", undefined],
  ]);
});
