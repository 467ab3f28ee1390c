// Malformed, missing, oversized or wrongly typed input is answered 4xx with a Turkish sentence and changes nothing
// (docs/http.md#errors). Each call is first prepared such that it succeeds (tests/support/calls/calls.ts), then spoiled.
import { strict as assert } from "node:assert";
import { DatabaseSync } from "node:sqlite";
import { pathOf } from "../../db/connection/file_url.ts";
import { ERROR_TABLE } from "../../server/http/error_table.ts";
import { type Role, ROLES_BY_ACCESS } from "../../server/contract/access.ts";
import { type Call, methodAndPath } from "../../server/contract/call.ts";
import { type CallName, CALLS } from "../../server/contract/calls.ts";
import { FIELD_MESSAGES } from "../../server/contract/field_messages.ts";
import { preparedCafe, requestOf, ROWS } from "../support/calls/calls.ts";
import type { Sent } from "../support/calls/row.ts";
import { IBAN } from "../support/people/payees.ts";
import { dumpTables } from "../support/db/dump.ts";
import { createOwner } from "../support/people/factories.ts";
import { useRecorded } from "../support/people/logins.ts";
import type { TestApp } from "../support/start/test_app.ts";

type Json = Record<string, unknown>;
type BadValues = Record<string, unknown[]>;

const long = (length: number) => "x".repeat(length);
const upTo = (length: number) => ["", long(length + 1)];
const NEW_PASSWORDS = ["1234567", long(257)];
const CODES = ["", " - ", "1".repeat(41)];

/** What no call takes that has this field, besides values of another type and of 12 KB. */
const BAD_VALUES: BadValues = {
  email: [
    ...["", "ali", "ali@", "@ornek.test", "a b@ornek.test", "a@ornek.test\r\nBcc: x@y.test"],
    `${long(290)}@ornek.test`,
  ],
  name: [
    ...["", " ", "   ", long(101), "a\0b", "a\nb", "a\r\nb", "a\u2028b", "\u202Eefak", "a\ud800"],
    ...["\u200b\u2060", "\0Kafe"],
  ],
  newPassword: NEW_PASSWORDS,
  code: CODES,
  verificationCode: ["", "1234567"],
  phoneNumber: [
    ...["123456", "1".repeat(16), "0555 CALL ME", "0555\n0000000", "+".repeat(40) + "05550000000"],
  ],
  ownerId: upTo(64),
  requests: ["sometimes", "hours"],
  labels: [
    [],
    [" "],
    [long(41)],
    ["a\0b"],
    ["a\nb"],
    [5],
    Array(201).fill("x").map((label, i) => `${label} ${i}`),
  ],
  songTitle: ["  ", long(301), "\u202e\0", "\u200b"],
  artist: ["\ud800", ...upTo(300)],
  uri: [
    "spotify:track:short",
    "spotify:album:4uLU6hMCjMI75M1A2tKUQC",
    "spotify:track:4uLU6hMCjMI75M1A2tKUQC ",
    "spotify:track:4uLU6hMCjMI75M1A2tKUQC\n",
  ],
  tipAmount: [
    ...[-1, -0.01, 10_000.01, 10_001, 0.001, 1.005, 10.005, 0.1 + 0.2, 1e-7, 1e300, "10", ""],
  ],
  status: ["pending", "played", "APPROVED"],
  received: [1],
  ids: [[1], [null], [long(65)], Array(201).fill("x")],
  deviceId: upTo(200),
  fallback: [
    { kind: "album", url: "https://open.spotify.com/album/1" },
    { kind: "playlist" },
    { kind: "playlist", url: " " },
    { kind: "playlist", url: long(501) },
  ],
  on: ["true"],
  percent: [-1, 101, 1.5],
  tab: upTo(200),
  lease: [...upTo(200), 1],
  playId: upTo(200),
  event: ["paused"],
  positionMs: [-1, 0.5, 86_400_001],
};

/** What one call does not take, and bad values of fields that may be missing. */
const BAD_VALUES_OF: Partial<Record<CallName, BadValues>> = {
  "POST /api/auth/register": { password: [...NEW_PASSWORDS, "12345678"] },
  "POST /api/auth/login": { password: ["", long(15_000)], code: [...CODES, 123456, null] },
  "PUT /api/auth/reset-password/:token": { password: NEW_PASSWORDS },
  "POST /api/team/join/:token": { password: NEW_PASSWORDS },
  "POST /api/account/delete": { waiveBalance: ["true", 1] },
  "POST /api/cafes": {
    iban: [
      ...["TR330006100519786457841327", "GB33BUKB20201555555555", "TR", IBAN.slice(0, -1)],
      ...[`${IBAN}0`, `TR33\0${IBAN.slice(4)}`],
    ],
    accountHolderName: [long(101), "Ayşe\r\nYılmaz"],
  },
  "PUT /api/house": {
    hours: [
      [{ weekday: 8, opens: "10:00", closes: "20:00" }],
      [{ weekday: 1, opens: "10:00", closes: "10:00" }],
      [{ weekday: 1, opens: "25:00", closes: "10:00" }],
      Array(51).fill({ weekday: 1, opens: "18:00", closes: "23:00" }),
    ],
    lastCallMinutes: [0, 241],
    explicit: ["maybe"],
    blockedWords: [["a\0b"], "kelime", ["  "], ["?!"], [long(61)], Array(201).fill("a")],
    longestMinutes: [1.5, 121],
    repeatMinutes: [-1, 1441],
    perGuest: [0, 51],
    approve: ["from", "maybe"],
    approveFromTl: [-1, 10_000.01],
    order: ["age"],
    patienceSongs: [0, 51],
    tables: ["on"],
    tips: ["guest"],
  },
  "PUT /api/requests/:id/received": { amount: [-1, 0.001, 1.005, "5", null, 1e21] },
  "POST /api/requests/:id/tips": { tipAmount: [0] },
  "PUT /api/music": { source: [1, long(41), "nowhere"] },
  "POST /api/player/claim": { take: [1, "true"] },
  "POST /api/player/report": { why: [long(301)] },
};

const NO_OWNER = [
  "",
  "?ownerId=",
  `?ownerId=${long(65)}`,
  "?owner=1",
  "?ownerId=a&ownerId=b",
  "?ownerId[]=a",
  "?__proto__=a",
];
const NO_DAYS = ["0", "367", "-1", "1.5", "many", "", "1e1", "0x1e", "NaN", "30,90", "7&days=8"]
  .map((days) => `?days=${days}`);
const BAD_QUERIES: Partial<Record<CallName, string[]>> = {
  "GET /api/requests/mine": NO_OWNER,
  "GET /api/realtime": NO_OWNER,
  "GET /api/music/search": [
    ...NO_OWNER,
    `?ownerId=a&term=${long(201)}`,
    "?ownerId=a&term=b&term=c",
  ],
  "GET /api/spotify/search": [`?term=${long(201)}`, "?term=a&term=b"],
  "GET /api/player/current": ["", "?lease=", `?lease=${long(201)}`, "?lease=a&lease=b"],
  "GET /api/payouts/earnings": NO_DAYS,
  "GET /api/payouts/till": NO_DAYS,
};

const BAD_KEYS = [long(256), "a b", "\u00ff", ""].map((key) => ({ "idempotency-key": key }));
const BAD_HEADERS: Partial<Record<CallName, Record<string, string>[]>> = {
  "POST /api/requests": BAD_KEYS,
  "POST /api/requests/:id/tips": BAD_KEYS,
};

/** These redirect to a page in every case: tests/music/connecting_test.ts. */
const NAVIGATIONS = ["GET /api/spotify/login", "GET /api/spotify/callback"];
/** It knows its caller by a cookie, which comes before the id. Its ids with the cookie: tests/speaker/audio_test.ts. */
const BY_COOKIE = "GET /api/library/audio/:file";

const SENTENCES = new Set([
  ...Object.values(ERROR_TABLE).map(([, msg]) => msg),
  ...Object.values(FIELD_MESSAGES),
]);
/** What they name is no cafe's own. */
const OF_NO_CAFE = [
  "GET /api/evenings/:date",
  "PUT /api/library/songs/:id",
  "GET /api/library/songs/:id/audio",
];
/** A value of the first is refused for want of the second. */
const NEEDS: Record<string, string> = { requests: "hours", approve: "approveFromTl" };
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

for (const [name, row] of Object.entries(ROWS) as [CallName, (typeof ROWS)[CallName]][]) {
  if (NAVIGATIONS.includes(name)) continue;
  const [method, path] = methodAndPath(name);
  const { bodyOptional }: Call = CALLS[name];
  const roles: readonly Role[] | null = ROLES_BY_ACCESS[row.who];

  Deno.test(`${name} refuses bad input and changes nothing`, async () => {
    await using cafe = await preparedCafe();
    const { app } = cafe;
    const prepared = await row.prepare(cafe);
    const { token: other } = await createOwner(app.deps);
    // Where no body is needed, the call gets as far as its path, which is to name nothing.
    const sent = bodyOptional ? { ...prepared, param: "nothing" } : prepared;
    const lacking = bodyOptional ? 404 : 400;
    const [address] = requestOf(cafe, name, sent);
    const body = typeof sent.body === "object" && !(sent.body instanceof Blob)
      ? sent.body
      : undefined;
    await using refused = await refusals(app);
    const { attempt } = refused;
    const call = (changes: Partial<typeof sent>) =>
      app.fetch(...requestOf(cafe, name, { ...sent, ...changes }));
    const send = (body: BodyInit, type = "application/json") =>
      app.fetch(address, { method, body, headers: headers(sent, type) });

    for (const token of roles ? BAD_TOKENS : []) {
      const response = () =>
        app.fetch(address, { method, headers: headers({ token }), body: body && "{}" });
      await attempt(`the token '${token.slice(0, 9)}'`, response, [401]);
    }
    for (const param of /:/.test(path) ? BAD_IDS : []) {
      const response = () => call(name === BY_COOKIE ? { param, cookie: undefined } : { param });
      await attempt(
        `the id '${param.slice(0, 9)}'`,
        response,
        name === BY_COOKIE ? [401] : [400, 404],
      );
    }
    if (roles?.includes("owner") && /:/.test(path) && !OF_NO_CAFE.includes(name)) {
      // Who asks for what another cafe has learns no more than that there is none.
      const answers = [sent.param, "nothing"].map((param) => () => call({ param, token: other }));
      const statuses = name === "POST /api/team/invitations/:id" ? [400] : [404];
      const its = await attempt("another cafe's", answers[0]!, statuses);
      const none = await attempt("an unknown one", answers[1]!, statuses);
      assert.deepEqual(its, none);
    }
    for (const query of BAD_QUERIES[name] ?? []) {
      await attempt(`the query '${query.slice(0, 20)}'`, () => call({ query }), [400, 404]);
    }
    for (const bad of BAD_HEADERS[name] ?? []) {
      const what = `the headers ${JSON.stringify(bad).slice(0, 40)}`;
      await attempt(what, () => call({ headers: bad }), [400]);
    }
    if (!body) return;

    await attempt("16 KB and one", () => send("x".repeat(16 * 1024 + 1)), [413]);
    await attempt("a long stream", () => send(stream(40)), [413]);
    for (const type of ["", "text/plain", "application/x-www-form-urlencoded", "text/json"]) {
      await attempt(`the type '${type}'`, () => send(JSON.stringify(body), type), [415]);
    }
    await attempt("no body", () => send(""), [lacking]);
    for (const text of ["{", "{'a':1}", "undefined", "NaN", '{"a":1}}', "\ufeff{"]) {
      await attempt(`the body '${text}'`, () => send(text), [400]);
    }
    await attempt("a body that is no UTF-8", () => send(new Uint8Array([0x22, 0xff, 0x22])), [400]);
    const good = JSON.stringify(body);
    const nothingOwn = `{"__proto__":${good},"constructor":${good}}`;
    const deep = "[".repeat(8000) + "]".repeat(8000);
    for (const text of [nothingOwn, '{"a":'.repeat(2500) + good + "}".repeat(2500), "{}"]) {
      await attempt(`the body '${text.slice(0, 20)}'`, () => send(text), [lacking]);
    }
    for (const text of [deep, "1e999"]) {
      await attempt(`the body '${text.slice(0, 20)}'`, () => send(text), [400]);
    }
    await attempt("a body in gzip", async () => send(await zipped(good)), [400]);
    for (const whole of [null, [], [body], "text", 5, true]) {
      await attempt(`${JSON.stringify(whole)}`, () => send(JSON.stringify(whole)), [400]);
    }
    for (const [field, value] of [...mistyped(body), ...badValues(name, body)]) {
      const text = JSON.stringify({ ...body, [field]: value });
      const status = value === undefined ? lacking : 400;
      // Of a call that takes any one of its fields, none is missing.
      const at = text === "{}" ? undefined : field;
      await attempt(`${field}: ${text.slice(0, 60)}`, () => send(text), [status], at);
    }
  });
}

/** `attempt` asserts that an answer has one of the statuses, a Turkish sentence and the field that is wrong, and changed nothing, and returns its sentence and its code. */
async function refusals(app: TestApp) {
  // What no answer waits for is recorded now, and not later.
  await app.idle();
  await useRecorded(app);
  const expected = await dumpTables(app.deps);
  // The rows are read only if something was committed: SQLite tells a connection that another one has changed the file.
  const outside = new DatabaseSync(pathOf(app.deps.config.database.url));
  const version = () => outside.prepare("pragma data_version").get()!.data_version;
  let unchanged = version();
  const attempt = async (
    what: string,
    answer: () => Promise<Response>,
    statuses: number[],
    about?: string,
  ) => {
    const response = await answer();
    const text = await response.text();
    assert.ok(statuses.includes(response.status), `${what}: ${response.status} ${text}`);
    const { msg, code, field } = JSON.parse(text);
    assert.ok(SENTENCES.has(msg), `${what}: '${msg}' is not one of the product's sentences`);
    const own = sentencesOf(field);
    if (code === "invalid_input" && own.length > 0) assert.ok(own.includes(msg), `${what}: ${msg}`);
    if (about && response.status === 400) {
      assert.ok([about, NEEDS[about]].includes(field), `${what}: ${field}`);
    }
    await app.idle();
    const now = version();
    if (now !== unchanged) {
      assert.deepEqual(await dumpTables(app.deps), expected, `${what} changed something`);
    }
    unchanged = now;
    return { msg, code };
  };
  return {
    attempt,
    async [Symbol.asyncDispose]() {
      outside.close();
      assert.deepEqual(await dumpTables(app.deps), expected);
    },
  };
}

/** The sentences about a field and its parts. */
function sentencesOf(field: string | undefined): string[] {
  return Object.keys(FIELD_MESSAGES).filter((name) => name.split(".")[0] === field)
    .map((name) => FIELD_MESSAGES[name]!);
}

/** Returns each field with `undefined` and with values of every other type. */
function mistyped(body: Json): [string, unknown][] {
  return Object.entries(body).flatMap(([field, good]) =>
    [undefined, null, true, [], {}, [good], 5, "5", "ş".repeat(6000)]
      .filter((bad) => typeof bad !== typeof good || String(bad).length > 1000)
      .map((bad): [string, unknown] => [field, bad])
  );
}

/** The bad values of each field that the body has, or may have. */
function badValues(name: CallName, body: Json): [string, unknown][] {
  const everywhere = Object.entries(BAD_VALUES).filter(([field]) => field in body);
  return [...everywhere, ...Object.entries(BAD_VALUES_OF[name] ?? {})]
    .flatMap(([field, values]) => values.map((value): [string, unknown] => [field, value]));
}

function headers(
  { token, cookie }: Pick<Sent, "token" | "cookie">,
  type?: string,
): Record<string, string> {
  return {
    ...(token === undefined ? {} : { "x-auth-token": token }),
    ...(cookie === undefined ? {} : { cookie }),
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
