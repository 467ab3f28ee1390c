// What a call sends and returns.
import { strict as assert } from "node:assert";
import { addressOf } from "../../../client/lib/calls.ts";
import { ApiError, call, NetworkError, send, sentenceOf } from "../../../client/lib/http.ts";
import type { Api } from "../../../client/panel/api.ts";
import { holdTime } from "../dom/clock.ts";
import { openNetwork, refusal } from "../dom/network.ts";

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
  network.answer("PUT", "/api/music/list", { songs: 1, skipped: 0 });
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
  network.answer("GET", "/api/cafes/me", {});
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
  network.answer("PUT", "/", { msg: "Oldu." });
  network.answer("GET", "/", []);
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

// What a call throws if it is refused, cannot be read, takes too long or is aborted.
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

Deno.test("addressOf fills in parameters and the query, encoded", () => {
  assert.equal(
    addressOf("GET /api/requests/queue/:ownerId", { params: { ownerId: "a/b" } }),
    "/api/requests/queue/a%2Fb",
  );
  assert.equal(
    addressOf("GET /api/realtime", { query: { ownerId: "a&b" } }),
    "/api/realtime?ownerId=a%26b",
  );
  assert.equal(addressOf("GET /api/payouts/earnings"), "/api/payouts/earnings");
});

/** What must not compile: `deno check` fails if one of the expected errors is missing. Never called. */
export async function wrongCalls(api: Api) {
  // @ts-expect-error: there is no such path
  await call("GET /api/nowhere");
  // @ts-expect-error: the path has another method
  await call("PUT /api/requests");
  // @ts-expect-error: the call needs a login
  await call("GET /api/cafes/me");
  // @ts-expect-error: the call is open to everyone
  await api("POST /api/auth/login", { body: { email: "", password: "" } });
  // @ts-expect-error: a browser goes there, a script cannot fetch it
  await call("GET /api/spotify/login");
  // @ts-expect-error: the parameter is missing
  await call("GET /api/cafes/:cafeId");
  // @ts-expect-error: the parameter has another name
  await call("GET /api/cafes/:cafeId", { params: { id: "" } });
  // @ts-expect-error: the query is missing
  await call("GET /api/requests/mine");
  // @ts-expect-error: the body lacks a field
  await call("POST /api/auth/login", { body: { email: "" } });
  // @ts-expect-error: the body's field has another type
  await api("PUT /api/requests/:id", { params: { id: "" }, body: { status: "pending" } });
  // @ts-expect-error: the call takes no body
  await api("POST /api/playback/pause", { body: {} });
  // @ts-expect-error: a file has to be asked for as a file
  await api("GET /api/payouts/history.csv");
  // @ts-expect-error: a file that is sent names its media type
  await api("PUT /api/music/list", { body: new Blob() });
  // @ts-expect-error: it is a file and no JSON
  await api("PUT /api/music/list", { body: { songs: [] }, media: "text/csv" });
  // @ts-expect-error: the answer has no such field
  (await call("GET /api/cafes/:cafeId", { params: { cafeId: "" } })).iban;
}
