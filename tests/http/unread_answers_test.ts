// Answers that clients do not take (docs/http.md#large-answers).
import { strict as assert } from "node:assert";
import { Hono } from "hono";
import { createAnswers, type UnreadCaps } from "../../server/http/answers.ts";
import type { AppEnv } from "../../server/http/caller.ts";
import { rememberBrowser } from "../../server/auth/known_browser.ts";
import { onError } from "../../server/http/on_error.ts";
import { readAssets } from "../../server/pages/assets.ts";
import { connectHttp } from "../../tools/bench/client/http_connection.ts";
import { askUnread } from "../support/net/h2c.ts";
import { answersTo } from "../support/net/raw_socket.ts";
import { buildProduct } from "../support/start/built.ts";
import { type ServedApp, servedApp } from "../support/start/served_app.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { cookieOf } from "../support/people/accounts.ts";
import { newGuest } from "../support/people/requests.ts";
import { inTime, until } from "../support/time/until.ts";

const KB = 1024;
/** What an answer costs besides its bytes. */
const STREAM = 64 * KB;

/** The cafe page's script, not compressed, and its length. */
async function script(): Promise<{ path: string; length: number }> {
  await buildProduct();
  const [path] = readAssets().scripts("islands");
  const { size } = await Deno.stat(new URL(`../../client/dist${path}`, import.meta.url));
  return { path: path!, length: size };
}

/** A server with these caps, behind a proxy that tells addresses. */
function serverWith(caps: UnreadCaps): Promise<ServedApp> {
  return servedApp({ TRUSTED_PROXY_HOPS: "1" }, {
    replace: (deps) => ({ answers: createAnswers(deps, { guests: caps, people: caps }) }),
  });
}

const OK = /^HTTP\/1\.1 200 /;
const portOf = ({ origin }: ServedApp) => Number(new URL(origin).port);

Deno.test(
  "large answers that an address does not take are refused with 429 beyond its cap, to it alone, and are free again once it has gone",
  async () => {
    const { path, length } = await script();
    await using app = await serverWith({ perClient: length + 3 * STREAM, total: Infinity });
    using unread = await askUnread(portOf(app), Array(10).fill(path), {
      "x-forwarded-for": "203.0.113.1",
    });
    await inTime(unread.answered(10), "the answers");
    // The bytes count once, since all of them are the same.
    assert.deepEqual([unread.accepted, unread.refused, unread.bytes], [3, 7, 0]);

    const refused = await ask(app, path, "203.0.113.1");
    assert.match(
      refused,
      /^HTTP\/1\.1 429 [^]*\r\nretry-after: 5\r\n[^]*\{"msg":"[^"]*henüz indirilmedi/,
    );
    assert.match(await ask(app, "/robots.txt", "203.0.113.1"), OK);
    const other = await ask(app, path, "203.0.113.2");
    assert.match(other, OK);
    assert.ok(other.length > length / 2);

    unread.close();
    await until(async () => OK.test(await ask(app, path, "203.0.113.1")));
  },
);

Deno.test(
  "large answers that are not taken are refused with 503 beyond the cap for all addresses",
  async () => {
    const { path, length } = await script();
    await using app = await serverWith({ perClient: Infinity, total: length + 4 * STREAM });
    const twoFrom = (address: string) =>
      askUnread(portOf(app), [path, path], { "x-forwarded-for": address });
    using one = await twoFrom("203.0.113.1");
    using two = await twoFrom("203.0.113.2");
    using three = await twoFrom("203.0.113.3");
    for (const each of [one, two, three]) await inTime(each.answered(2), "the answers");
    assert.equal(one.accepted + two.accepted + three.accepted, 4);
    const refused = await ask(app, path, "203.0.113.9");
    assert.match(refused, /^HTTP\/1\.1 503 [^]*\r\nretry-after: 5\r\n[^]*Sistem şu anda yoğun/);
  },
);

Deno.test("large answers that are read count no longer, over one connection of HTTP/1.1 too", async () => {
  const { path, length } = await script();
  await using app = await serverWith({ perClient: length + STREAM, total: length + STREAM });
  const connection = await connectHttp(portOf(app));
  // The client may have all before the server knows that it has.
  for (let i = 0; i < 20; i++) {
    await until(async () => await connection.send(uncompressed(path)) === 200);
  }
  connection.close();
});

/** Answers of 20 KB, 84 KB with what each costs: `/` for a guest, `/account` for a person with this login. */
async function answersOf(
  guests: UnreadCaps,
  people: UnreadCaps = { perClient: 100 * KB, total: Infinity },
) {
  const { deps, ...app } = await testApp();
  const answers = createAnswers(deps, { guests, people });
  const routes = new Hono<AppEnv>().get("/:account?", (c) => {
    const accountId = c.req.param("account");
    if (accountId) c.set("caller", { role: "admin", accountId, sessionId: crypto.randomUUID() });
    return answers.send(c, new Uint8Array(20 * KB), 200, {});
  }).onError(onError);
  return {
    deps,
    ask: async (path: string, { cookie = "", hostname = "203.0.113.1" } = {}) =>
      await routes.request(path, { headers: { cookie } }, { remoteAddr: { hostname } }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const statusOf = async (answer: Promise<Response>) => (await answer).status;

Deno.test("the answers of an account count by themselves: what an address does not take leaves the panel alone", async () => {
  await using app = await answersOf({ perClient: 100 * KB, total: 100 * KB });
  const unread = await app.ask("/");
  const answers = [unread];
  for (const path of ["/", "/one", "/one", "/two"]) answers.push(await app.ask(path));
  assert.deepEqual(answers.map(({ status }) => status), [200, 429, 200, 429, 200]);
  // What is read, or given up, counts no longer.
  assert.equal((await unread.bytes()).length, 20 * KB);
  await answers[2]!.body?.cancel();
  assert.deepEqual([await statusOf(app.ask("/")), await statusOf(app.ask("/one"))], [200, 200]);
});

Deno.test("files that a browser asks for in which someone has logged in count for that person, not for the address", async () => {
  await using app = await answersOf({ perClient: 0, total: 0 });
  const cookie = await knownCookie(app, "one");
  assert.deepEqual(
    [await statusOf(app.ask("/")), await statusOf(app.ask("/", { cookie }))],
    [429, 200],
  );
  assert.equal(await statusOf(app.ask("/", { cookie: cookie.replace(/.{5}$/, "AAAAA") })), 429);
});

Deno.test("a guest with little unread goes on at an address that has used up its part, up to as much again", async () => {
  // The cookies' guests have 84 KB each, a 64th of it.
  const perClient = 64 * 84 * KB;
  await using app = await answersOf({ perClient, total: Infinity });
  const cookies = await Promise.all(Array.from({ length: 70 }, () => newGuest(app)));
  const glutton = await newGuest(app);
  const statuses: number[] = [];
  for (let i = 0; i < 65; i++) statuses.push(await statusOf(app.ask("/", { cookie: glutton })));
  assert.deepEqual(statuses, [...Array(64).fill(200), 429]);
  const others: number[] = [];
  for (const cookie of cookies) others.push(await statusOf(app.ask("/", { cookie })));
  assert.deepEqual(others, [...Array(64).fill(200), ...Array(6).fill(429)]);
  assert.equal(await statusOf(app.ask("/", { cookie: cookies[0]!, hostname: "203.0.113.2" })), 200);
});

Deno.test("an address with little unread goes on while all have used up their part, up to a quarter more", async () => {
  await using app = await answersOf({ perClient: Infinity, total: 16 * 84 * KB });
  const from = (hostname: string) => statusOf(app.ask("/", { hostname }));
  for (let i = 0; i < 16; i++) assert.equal(await from("203.0.113.1"), 200);
  const statuses: number[] = [];
  for (const last of [1, 2, 2, 3, 4, 5, 6]) statuses.push(await from(`203.0.113.${last}`));
  assert.deepEqual(statuses, [503, 200, 503, 200, 200, 200, 503]);
});

Deno.test("a large answer leaves in pieces, each made when the one before was taken", async () => {
  await using app = await testApp();
  const { answers } = app.deps;
  const routes = new Hono<AppEnv>().get(
    "/",
    (c) => answers.send(c, new Uint8Array(150 * KB), 200, {}),
  );
  const response = await routes.request("/", {}, { remoteAddr: { hostname: "203.0.113.1" } });
  const sizes: number[] = [];
  for await (const piece of response.body!) sizes.push(piece.length / KB);
  assert.deepEqual(sizes, [64, 64, 22]);
});

Deno.test("a large answer says its length, to HEAD too, and is what the file is", async () => {
  const { path, length } = await script();
  await using app = await serverWith({ perClient: length + STREAM, total: Infinity });
  for (let i = 0; i < 3; i++) {
    const head = await app.fetch(path, { method: "HEAD" });
    assert.equal(head.headers.get("content-length"), String(length));
    assert.equal((await head.bytes()).length, 0);
  }
  const response = await app.fetch(path);
  assert.equal(response.headers.get("content-length"), String(length));
  const file = await Deno.readFile(new URL(`../../client/dist${path}`, import.meta.url));
  assert.deepEqual(await response.bytes(), file);
});

/** Asks on a connection of its own, and returns head and body as they came. */
async function ask(app: ServedApp, path: string, address: string): Promise<string> {
  const head = [
    ...[`GET ${path} HTTP/1.1`, "host: 127.0.0.1", "connection: close"],
    `x-forwarded-for: ${address}`,
  ];
  return await answersTo(app.origin, `${head.join("\r\n")}\r\n\r\n`);
}

/** The cookie of a browser in which this account has logged in. */
async function knownCookie({ deps }: Pick<TestApp, "deps">, accountId: string): Promise<string> {
  const login = new Hono().get("/", async (c) => {
    await rememberBrowser(deps, c, { accountId, tokenVersion: 0 });
    return c.body(null);
  });
  return cookieOf(await login.request("/"));
}

/** As a client that accepts no compression. */
function uncompressed(path: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
}
