// Malformed, missing, oversized or wrongly typed input is answered 4xx with a Turkish sentence and changes nothing
// (docs/http.md#errors). The first test fails if a call under /api is missing from CALLS.
import { strict as assert } from "node:assert";
import { createApp } from "../../server/app.ts";
import { ERROR_TABLE } from "../../server/http/error_table.ts";
import { FIELD_MESSAGES, SUPPORT_WITHOUT_TIP } from "../../server/contract/field_messages.ts";
import { dumpTables } from "../support/db/dump.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { draft, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

type Json = Record<string, unknown>;

interface Call {
  /** The role whose token it requires, or that of any. */
  role?: "owner" | "admin" | "login";
  /** A valid body. Each field is then left out, given another type and made too long. */
  body?: Json;
  /** A body without the fields is valid too. */
  isBodyOptional?: true;
  /** Further invalid values of a field. */
  badFields?: [field: string, value: unknown][];
  /** Invalid queries. */
  badQueries?: string[];
  /** It knows its caller by a cookie, which comes before the id. */
  needsCookie?: true;
  /** Invalid headers beside a valid body. */
  badHeaders?: Record<string, string>[];
}

const REGISTRATION = {
  name: "Kafe Deneme",
  email: "yeni@ornek.test",
  password: "dort-kedi-uc-kapi",
  phoneNumber: "+90 555 000 00 00",
};
const BAD_EMAILS: [string, unknown][] = ["", "ali", "ali@", "@ornek.test", "a b@ornek.test"]
  .map((email) => ["email", email]);
const BAD_CODES: [string, unknown][] = [["code", ""], ["code", " - "], ["code", "1".repeat(41)]];
const TERM = "x".repeat(201);
const NO_OWNER = [
  "",
  "?ownerId=",
  `?ownerId=${"x".repeat(65)}`,
  "?owner=1",
  "?ownerId=a&ownerId=b",
  "?ownerId[]=a",
  "?__proto__=a",
];

const CALLS: Record<string, Call> = {
  "POST /api/auth/register": {
    body: REGISTRATION,
    badFields: [
      ...BAD_EMAILS,
      ["password", "1234567"],
      ["password", "x".repeat(257)],
      ["password", "12345678"],
      ["name", "   "],
      ["name", "x".repeat(101)],
      ...["a\0b", "a\r\nb", "a\u2028b", "\u202Eefak", "a\ud800"].map((name): [string, unknown] => [
        "name",
        name,
      ]),
      ["phoneNumber", "123456"],
      ["phoneNumber", "1".repeat(16)],
      ["phoneNumber", "0555 CALL ME"],
      ["phoneNumber", "0555\n0000000"],
      ["phoneNumber", "+".repeat(40) + "05550000000"],
    ],
  },
  "POST /api/auth/verify": {
    body: { email: "yeni@ornek.test", verificationCode: "123456" },
    badFields: [...BAD_EMAILS, ["verificationCode", ""], ["verificationCode", "1234567"]],
  },
  "POST /api/auth/resend-code": { body: { email: "yeni@ornek.test" }, badFields: BAD_EMAILS },
  "POST /api/auth/login": {
    body: { email: "yeni@ornek.test", password: "dort-kedi" },
    badFields: [...BAD_EMAILS, ["password", ""], ...BAD_CODES, ["code", 123456], ["code", null]],
  },
  "POST /api/auth/forgot-password": { body: { email: "yeni@ornek.test" }, badFields: BAD_EMAILS },
  "GET /api/auth/reset-password/:token": {},
  "PUT /api/auth/reset-password/:token": {
    body: { password: "dort-kedi-uc-kapi" },
    badFields: [["password", "1234567"], ["password", "x".repeat(257)]],
  },
  "POST /api/auth/logout": { role: "login" },
  "POST /api/auth/renew": { role: "login" },
  "GET /api/auth/sessions": { role: "login" },
  "DELETE /api/auth/sessions": { role: "login" },
  "DELETE /api/auth/sessions/:id": { role: "login" },
  "PUT /api/auth/password": {
    role: "login",
    body: { password: "dort-kedi-uc-kapi", newPassword: "dort-kedi-uc-kapi" },
    badFields: [["newPassword", "1234567"], ["newPassword", "x".repeat(257)]],
  },
  "GET /api/auth/second-factor": { role: "login" },
  "POST /api/auth/second-factor": { role: "login", body: { password: "dort-kedi-uc-kapi" } },
  "PUT /api/auth/second-factor": { role: "login", body: { code: "123456" }, badFields: BAD_CODES },
  "DELETE /api/auth/second-factor": {
    role: "login",
    body: { password: "dort-kedi-uc-kapi", code: "123456" },
    badFields: BAD_CODES,
  },
  "POST /api/auth/second-factor/recovery-codes": {
    role: "login",
    body: { password: "dort-kedi-uc-kapi", code: "123456" },
    badFields: BAD_CODES,
  },
  "GET /api/auth/status": { role: "owner" },
  "GET /api/account/export": { role: "owner" },
  "POST /api/account/delete": {
    role: "owner",
    body: { password: "dort-kedi-uc-kapi" },
    badFields: [["waiveBalance", "true"], ["waiveBalance", 1]],
  },
  "GET /api/team": { role: "owner" },
  "POST /api/team": {
    role: "owner",
    body: { email: "yeni@ornek.test", name: "Deniz" },
    badFields: [...BAD_EMAILS, ["name", " "], ["name", "x".repeat(101)], ["name", "a\nb"]],
  },
  "DELETE /api/team/:accountId": { role: "owner" },
  "GET /api/team/cafes": { role: "login" },
  "POST /api/team/cafes": {
    role: "login",
    body: { ownerId: "nothing" },
    badFields: [["ownerId", ""], ["ownerId", "x".repeat(65)]],
  },
  "DELETE /api/team/cafes/:ownerId": { role: "login" },
  "GET /api/team/invitations": { role: "login" },
  "POST /api/team/invitations/:id": { role: "login" },
  "GET /api/team/join/:token": {},
  "POST /api/team/join/:token": {
    body: { password: "dort-kedi-uc-kapi" },
    badFields: [["password", "1234567"], ["password", "x".repeat(257)]],
  },
  "GET /api/cafes/me": { role: "owner" },
  "GET /api/cafes/:cafeId": {},
  "GET /api/cafes/:cafeId/now": {},
  "POST /api/cafes": {
    role: "owner",
    body: { name: "Kafe", iban: "", accountHolderName: "" },
    badFields: [
      ["name", ""],
      ["name", "x".repeat(101)],
      ["iban", "TR330006100519786457841327"],
      ["iban", "GB33BUKB20201555555555"],
      ["iban", "TR"],
      ["accountHolderName", "x".repeat(101)],
    ],
  },
  "GET /api/house": { role: "owner" },
  "PUT /api/house": {
    role: "owner",
    body: { requests: "open" },
    badFields: [
      ["requests", "sometimes"],
      ["requests", "hours"],
      ["hours", [{ weekday: 8, opens: "10:00", closes: "20:00" }]],
      ["hours", [{ weekday: 1, opens: "10:00", closes: "10:00" }]],
      ["hours", [{ weekday: 1, opens: "25:00", closes: "10:00" }]],
      ["lastCallMinutes", 0],
      ["blockedWords", ["a\0b"]],
      ["blockedWords", "kelime"],
      ["longestMinutes", 1.5],
      ["repeatMinutes", -1],
      ["perGuest", 51],
      ["approve", "from"],
      ["approveFromTl", -1],
    ],
  },
  "GET /api/tables": { role: "owner" },
  "POST /api/tables": {
    role: "owner",
    body: { labels: ["Masa 1"] },
    badFields: [
      ["labels", [" "]],
      ["labels", ["x".repeat(41)]],
      ["labels", ["a\0b"]],
      ["labels", Array(201).fill("x").map((label, i) => `${label} ${i}`)],
    ],
  },
  "POST /api/tables/renew": { role: "owner" },
  "DELETE /api/tables/:id": { role: "owner" },
  "GET /api/requests": { role: "owner" },
  "GET /api/requests/mine": { badQueries: NO_OWNER },
  "GET /api/requests/queue/:ownerId": {},
  "POST /api/requests": {
    body: draft("an-owner"),
    badHeaders: ["x".repeat(300), "a b", "\u00ff"].map((key) => ({ "idempotency-key": key })),
    badFields: [
      ["songTitle", "  "],
      ["songTitle", "x".repeat(301)],
      ["songTitle", "a\ud800"],
      ["artist", "a\0b"],
      ["artist", ""],
      ["artist", "x".repeat(301)],
      ["uri", "spotify:track:short"],
      ["uri", "spotify:album:4uLU6hMCjMI75M1A2tKUQC"],
      ["uri", "spotify:track:4uLU6hMCjMI75M1A2tKUQC "],
      ["ownerId", ""],
      ["tipAmount", -1],
      ["tipAmount", 10_000.01],
      ["tipAmount", 0.001],
      ["tipAmount", 1e-7],
      ["tipAmount", 1e300],
      ["tipAmount", "10"],
    ],
  },
  "PUT /api/requests/:id": {
    role: "owner",
    body: { status: "approved" },
    badFields: [["status", "pending"], ["status", "played"], ["status", "APPROVED"]],
  },
  "PUT /api/requests/:id/received": {
    role: "owner",
    body: { received: true },
    badFields: [["received", 1], ["amount", -1], ["amount", 0.001]],
  },
  "POST /api/requests/:id/undo": { role: "owner" },
  "POST /api/requests/decide": {
    role: "owner",
    body: { ids: ["nothing"], status: "approved" },
    badFields: [
      ["ids", [1]],
      ["ids", ["x".repeat(65)]],
      ["ids", Array(201).fill("x")],
      ["status", "pending"],
    ],
  },
  "POST /api/requests/undo": {
    role: "owner",
    body: { ids: ["nothing"] },
    badFields: [["ids", [null]], ["ids", Array(201).fill("x")]],
  },
  "POST /api/requests/:id/tips": {
    body: { tipAmount: 5 },
    badHeaders: ["x".repeat(300), "a b", "\u00ff"].map((key) => ({ "idempotency-key": key })),
    badFields: [
      ["tipAmount", 0],
      ["tipAmount", -1],
      ["tipAmount", 10_000.01],
      ["tipAmount", 0.001],
    ],
  },
  "DELETE /api/requests/:id": {},
  "POST /api/requests/play-next": { role: "owner" },
  "GET /api/spotify/search": { badQueries: [`?term=${TERM}`, "?term=a&term=b"] },
  "POST /api/spotify/ticket": { role: "owner" },
  "POST /api/spotify/disconnect": { role: "owner" },
  "GET /api/spotify/player": { role: "owner" },
  "PUT /api/spotify/device": {
    role: "owner",
    body: { deviceId: "a-device" },
    badFields: [["deviceId", ""], ["deviceId", "x".repeat(201)]],
  },
  "GET /api/music/search": {
    badQueries: [...NO_OWNER, `?ownerId=a&term=${TERM}`, "?ownerId=a&term=b&term=c"],
  },
  "GET /api/music": { role: "owner" },
  "PUT /api/music/list": { role: "owner" },
  "POST /api/music/list/preview": { role: "owner" },
  "GET /api/music/list": { role: "owner" },
  "PUT /api/music": {
    role: "owner",
    body: { fallback: { kind: "none" } },
    badFields: [
      ["source", 1],
      ["source", "x".repeat(41)],
      ["source", "nowhere"],
      ["fallback", { kind: "album", url: "https://open.spotify.com/album/1" }],
      ["fallback", { kind: "playlist" }],
      ["fallback", { kind: "playlist", url: " " }],
      ["fallback", { kind: "playlist", url: "x".repeat(501) }],
    ],
  },
  "GET /api/library": { role: "owner" },
  "POST /api/library/scan": { role: "owner" },
  "GET /api/library/covers/:id": {},
  "GET /api/playback": { role: "owner" },
  "PUT /api/playback/auto": { role: "owner", body: { on: true }, badFields: [["on", "true"]] },
  "POST /api/playback/pause": { role: "owner" },
  "POST /api/playback/resume": { role: "owner" },
  "POST /api/playback/skip": { role: "owner" },
  "PUT /api/playback/volume": {
    role: "owner",
    body: { percent: 50 },
    badFields: [["percent", -1], ["percent", 101], ["percent", 1.5]],
  },
  "POST /api/player/claim": {
    role: "owner",
    body: { tab: "a" },
    badFields: [["tab", ""], ["tab", "x".repeat(201)], ["take", 1], ["take", "true"]],
  },
  "GET /api/player/current": {
    badQueries: ["", "?lease=", `?lease=${"x".repeat(201)}`, "?lease=a&lease=b"],
  },
  "POST /api/player/leave": {
    body: { lease: "a.b" },
    badFields: [["lease", ""], ["lease", "x".repeat(201)], ["lease", 1]],
  },
  "POST /api/player/report": {
    body: { lease: "a.b", playId: "a-0", event: "started", positionMs: 0 },
    badFields: [
      ["lease", ""],
      ["playId", ""],
      ["playId", "x".repeat(201)],
      ["event", "paused"],
      ["positionMs", -1],
      ["positionMs", 0.5],
      ["positionMs", 86_400_001],
      ["why", "x".repeat(301)],
    ],
  },
  // What its ids may be with the cookie stands in tests/player/audio_test.ts.
  "GET /api/library/audio/:file": { needsCookie: true },
  "GET /api/payouts": { role: "owner" },
  "GET /api/payouts/summary": { role: "owner" },
  "GET /api/payouts/history.csv": { role: "owner" },
  "GET /api/payouts/earnings": {
    role: "owner",
    badQueries: [
      "?days=0",
      "?days=367",
      "?days=-1",
      "?days=1.5",
      "?days=many",
      "?days=",
      "?days=1e1",
      "?days=7&days=8",
    ],
  },
  "GET /api/payouts/till": { role: "owner", badQueries: ["?days=0", "?days=367", "?days=many"] },
  "GET /api/payouts/till/songs": { role: "owner" },
  "GET /api/admin/payouts": { role: "admin" },
  "GET /api/admin/payouts/pending.csv": { role: "admin" },
  "GET /api/admin/payouts/paid": { role: "admin" },
  "DELETE /api/admin/payouts/:payoutId/paid": { role: "admin" },
  "PUT /api/admin/payouts/:payoutId/paid": {
    role: "admin",
    body: { iban: "TR330006100519786457841326", accountHolderName: "Ayşe Yılmaz" },
    isBodyOptional: true,
  },
  "GET /api/openapi.json": {},
  "GET /api/realtime": { badQueries: NO_OWNER },
};

/** These redirect to a page in every case: tests/music/connecting_test.ts. */
const NAVIGATIONS = ["GET /api/spotify/login", "GET /api/spotify/callback"];

const SENTENCES = new Set([
  ...Object.values(ERROR_TABLE).map(([, msg]) => msg),
  ...Object.values(FIELD_MESSAGES),
  SUPPORT_WITHOUT_TIP,
]);
const BAD_TOKENS = ["", "null", "undefined", "x", "a.b.c", "Bearer x", "x".repeat(20_000)];
const BAD_IDS = [
  "nowhere",
  "x".repeat(10_000),
  "%ED%A0%80",
  "__proto__",
  "%00",
  "%",
  "%E0%A4%A",
  "..%2f..%2fdata",
  "'%20or%201=1--",
  "%F0%9F%98%80",
];

Deno.test("every call under /api is tested with bad input", async () => {
  await using app = await testApp();
  const routes = createApp(app.deps).routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    [...new Set(routes)].sort(),
    [...Object.keys(CALLS), ...NAVIGATIONS].sort(),
  );
});

for (const [name, call] of Object.entries(CALLS)) {
  const [method, path] = name.split(" ") as [string, string];
  Deno.test(`${name} refuses bad input and changes nothing`, async () => {
    await using app = await testApp({ RATE_LIMITS: "off" });
    const owner = await createOwner(app.deps);
    const admin = await createAdmin(app.deps);
    const request = await submit(app, owner.ownerId);
    const token = call.role && (call.role === "admin" ? admin.token : owner.token);
    const address = path.replace(":id", request._id).replace(":cafeId", owner.cafeId)
      .replace(":ownerId", owner.ownerId).replace(/:\w+/, "nothing");
    const attempt = refusals(app);
    const send = (body: BodyInit, type = "application/json") =>
      app.fetch(address, { method, body, headers: headers(token, type) });

    for (const bad of call.role ? BAD_TOKENS : []) {
      const response = () =>
        app.fetch(address, { method, headers: headers(bad), body: call.body && "{}" });
      await attempt(`the token '${bad.slice(0, 9)}'`, response, [401]);
    }
    if (call.role && call.role !== "login") {
      const other = call.role === "owner" ? admin.token : owner.token;
      const response = () => app.fetch(address, { method, headers: headers(other) });
      await attempt("another role", response, [403]);
    }
    for (const bad of /:/.test(path) ? BAD_IDS : []) {
      const response = () =>
        app.call(method, path.replace(/:\w+/, bad), { token, body: call.body });
      await attempt(`the id '${bad.slice(0, 9)}'`, response, call.needsCookie ? [401] : [400, 404]);
    }
    for (const query of call.badQueries ?? []) {
      const response = () => app.fetch(address + query, { method, headers: headers(token) });
      await attempt(`the query '${query.slice(0, 20)}'`, response, [400, 404]);
    }
    if (!call.body) return;

    for (const bad of call.badHeaders ?? []) {
      const body = { ...call.body, ownerId: owner.ownerId };
      const response = () => app.call(method, address, { token, body, headers: bad });
      await attempt(`the headers ${JSON.stringify(bad).slice(0, 40)}`, response, [400]);
    }
    await attempt("16 KB and one", () => send("x".repeat(16 * 1024 + 1)), [413]);
    await attempt("a long stream", () => send(stream(40)), [413]);
    for (const type of ["", "text/plain", "application/x-www-form-urlencoded", "text/json"]) {
      await attempt(`the type '${type}'`, () => send(JSON.stringify(call.body), type), [415]);
    }
    // Where no body is needed, the call gets as far as its path, which names nothing.
    const lacking = call.isBodyOptional ? 404 : 400;
    await attempt("no body", () => send(""), [lacking]);
    for (const text of ["{", "{'a':1}", "undefined", "NaN", '{"a":1}}', "\ufeff{"]) {
      await attempt(`the body '${text}'`, () => send(text), [400]);
    }
    await attempt("a body that is no UTF-8", () => send(new Uint8Array([0x22, 0xff, 0x22])), [400]);
    const good = JSON.stringify(call.body);
    const nothingOwn = `{"__proto__":${good},"constructor":${good}}`;
    const deep = "[".repeat(8000) + "]".repeat(8000);
    for (const text of [nothingOwn, '{"a":'.repeat(2500) + good + "}".repeat(2500), "{}"]) {
      await attempt(`the body '${text.slice(0, 20)}'`, () => send(text), [lacking]);
    }
    for (const text of [deep, "1e999"]) {
      await attempt(`the body '${text.slice(0, 20)}'`, () => send(text), [400]);
    }
    await attempt("a body in gzip", async () => send(await zipped(good)), [400]);
    for (const whole of [null, [], [call.body], "text", 5, true]) {
      await attempt(`${JSON.stringify(whole)}`, () => send(JSON.stringify(whole)), [400]);
    }
    for (const [field, value] of [...mistyped(call.body), ...call.badFields ?? []]) {
      const body = JSON.stringify({ ...call.body, [field]: value });
      const status = value === undefined ? lacking : 400;
      await attempt(`${field}: ${body.slice(0, 60)}`, () => send(body), [status]);
    }
  });
}

/** Returns a function that asserts that an answer has one of the statuses and a Turkish sentence, and changed nothing. */
function refusals(app: TestApp) {
  let before: Promise<unknown> | undefined;
  return async (what: string, answer: () => Promise<Response>, statuses: number[]) => {
    const expected = await (before ??= dumpTables(app.deps));
    const response = await answer();
    const text = await response.text();
    assert.ok(statuses.includes(response.status), `${what}: ${response.status} ${text}`);
    const { msg } = JSON.parse(text);
    assert.ok(SENTENCES.has(msg), `${what}: '${msg}' is not one of the product's sentences`);
    await app.idle();
    assert.deepEqual(await dumpTables(app.deps), expected, `${what} changed something`);
  };
}

/** Returns each field with `undefined` and with values of every other type. */
function mistyped(body: Json): [string, unknown][] {
  return Object.entries(body).flatMap(([field, good]) =>
    [undefined, null, true, [], {}, [good], 5, "5", "ş".repeat(6000)]
      .filter((bad) => typeof bad !== typeof good || String(bad).length > 1000)
      .map((bad): [string, unknown] => [field, bad])
  );
}

function headers(token: string | undefined, type?: string): Record<string, string> {
  return {
    ...(token === undefined ? {} : { "x-auth-token": token }),
    // An empty value prevents fetch from setting its own.
    ...(type === undefined ? {} : { "content-type": type }),
  };
}

/** No call accepts encoded bodies. */
async function zipped(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")))
    .bytes();
}

function stream(kilobytes: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      if (kilobytes-- > 0) controller.enqueue(new Uint8Array(1024).fill(32));
      else controller.close();
    },
  });
}
