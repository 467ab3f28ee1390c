// Each row of docs/security.md#floods: one address uses it up, and then the owner there and guests of another cafe are served.
import { strict as assert } from "node:assert";
import { readAssets } from "../../server/pages/assets.ts";
import { readText } from "../code_rules/tree.ts";
import { type MusicAccount, startMusicAccount } from "../support/music/music_faults.ts";
import { askUnread } from "../support/net/h2c.ts";
import { type RawSocket, rawSocket } from "../support/net/raw_socket.ts";
import { cookieOf, createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { playNext, queueUp } from "../support/people/cafe_evening.ts";
import { connect } from "../support/people/connection.ts";
import type { TestOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { lettersOf } from "../support/people/letters.ts";
import { draft, newGuest } from "../support/people/requests.ts";
import { buildProduct } from "../support/start/built.ts";
import { type ServedApp, servedApp } from "../support/start/served_app.ts";
import type { CallOptions } from "../support/start/test_app.ts";
import { inTime } from "../support/time/until.ts";

const MINUTE_MS = 60_000;
/** Where the flood comes from, and the cafe's owner is. */
const HERE = "203.0.113.1";
const ELSEWHERE = "203.0.113.2";

interface Flooded {
  app: ServedApp;
  account: MusicAccount;
  /** The cafe whose guest floods. */
  here: TestOwner;
  /** Another cafe. */
  there: TestOwner;
  /** Of the owner's browser. */
  known: string;
  /** Sends a call from the address of the flood, and returns its status. */
  flood(method: string, path: string, options?: CallOptions): Promise<number>;
  /** Ends with the test. */
  stack: AsyncDisposableStack;
}

/** How an address uses up each thing. It asserts that it has. */
const FLOODS: Record<string, (flooded: Flooded) => Promise<unknown> | void> = {
  async "searches"({ app, here, flood }) {
    const path = `/api/music/search?ownerId=${here.ownerId}&term=a`;
    const cookies = await guests(app, 10);
    for (let i = 0; i < 300; i++) {
      assert.equal(await flood("GET", path, { headers: { cookie: cookies[i % 10]! } }), 200);
    }
    assert.equal(await flood("GET", path, { headers: { cookie: await newGuest(app) } }), 429);
  },

  async "searches at a service"({ app, here, there, account, flood }) {
    const cookies = await guests(app, 5);
    account.calls.length = 0;
    for (let i = 0; i < 150; i++) {
      const { ownerId } = i % 2 === 0 ? here : there;
      const path = `/api/music/search?ownerId=${ownerId}&term=${crypto.randomUUID()}`;
      await flood("GET", path, { headers: { cookie: cookies[i % 5]! } });
    }
    assert.ok(account.calls.filter((call) => /\/search$/.test(call)).length <= 60);
  },

  async "the allowance"({ app, here, account, flood }) {
    const search = () =>
      flood("GET", `/api/music/search?ownerId=${here.ownerId}&term=${crypto.randomUUID()}`);
    // Whatever it has learned, a minute's searches have taught nothing.
    for (let window = 0; window < 4; window++) {
      for (let i = 0; i < 60; i++) await search();
      app.clock.pass(30_000);
    }
    account.calls.length = 0;
    for (let i = 0; i < 100; i++) await search();
    assert.ok(account.calls.length <= 60);
    app.clock.pass(30_000);
    account.fail("429 without Retry-After", { path: /\/search$/ });
    assert.equal(await search(), 502);
  },

  async "requests and support"({ app, here, flood }) {
    const cookies = await guests(app, 21);
    for (let i = 0; i < 120; i++) {
      assert.equal(await ask(flood, here, cookies[i % 20]!), 201);
    }
    assert.equal(await ask(flood, here, cookies[20]!), 429);
  },

  async "requests that wait"({ app, here, flood }) {
    const cookies = await guests(app, 20);
    for (let minute = 0; minute < 2; minute++) {
      for (let i = 0; i < 120; i++) await ask(flood, here, cookies[i % 20]!);
      app.clock.pass(MINUTE_MS);
    }
    const body = draft(here.ownerId);
    const [, { code }] = await answerOf(
      app.call("POST", "/api/requests", { body, address: ELSEWHERE }),
    ) as [number, { code: string }];
    assert.equal(code, "too_many_pending");
  },

  async "guest cookies"({ app, here }) {
    const cookies = new Set<string | null>();
    for (let i = 0; i < 121; i++) {
      const page = await app.fetch(`/cafe/${here.cafeId}`, { address: HERE });
      cookies.add(page.headers.get("set-cookie"));
    }
    assert.ok(cookies.has(null));
  },

  async "renderings"({ app, here, flood }) {
    const cookie = await newGuest(app);
    assert.equal(await ask(flood, here, cookie), 201);
    for (let i = 0; i < 50; i++) {
      for (const path of ["", `?term=${i}`, `?masa=${i}`, "/ekran", "/calanlar"]) {
        assert.equal(
          await flood("GET", `/cafe/${here.cafeId}${path}`, { headers: { cookie } }),
          200,
        );
      }
      await flood("GET", `/cafe/nowhere${i}`);
    }
    assert.equal(app.deps.cafePages.size, 1);
  },

  async "sockets"({ app, here, stack }) {
    const path = `/api/realtime?ownerId=${here.ownerId}`;
    for (let i = 0; i < 550; i++) {
      const { status, connection } = await openSocket(app, path);
      assert.equal(status, 101);
      stack.defer(() => connection.close());
    }
    assert.equal((await openSocket(app, path)).status, 429);
  },

  async "answers not taken"({ app, stack }) {
    await buildProduct();
    const [script] = readAssets().scripts("panel");
    for (let i = 0; i < 7; i++) {
      const unread = await askUnread(portOf(app), Array(150).fill(script), {
        "x-forwarded-for": HERE,
      });
      stack.use(unread);
      await inTime(unread.answered(150), "the answers");
      if (i === 6) assert.ok(unread.refused > 0);
    }
  },

  "hashing"({ flood, stack }) {
    const registering = Array.from({ length: 50 }, (_, i) =>
      flood("POST", "/api/auth/register", {
        body: {
          name: "Kafe",
          email: `${i}@ornek.test`,
          password: PASSWORD,
          phoneNumber: "+90 555 000 00 00",
        },
      }));
    // They go on while the others are served.
    stack.defer(async () => void await Promise.all(registering));
  },

  async "letters"({ app, here, flood }) {
    const body = { email: here.email };
    for (let i = 0; i < 60; i++) await flood("POST", "/api/auth/forgot-password", { body });
    assert.equal(await flood("POST", "/api/auth/forgot-password", { body }), 429);
    assert.equal((await lettersOf(app, here.email)).length, 5);
  },

  async "unfinished messages"({ app, here, stack }) {
    // The head of a message of 32 MB, masked (RFC 6455, 5.2), and the first 2 MB of it.
    const begun = new Uint8Array(14 + 2 * 1024 * 1024);
    begun.set([0x82, 0xff, 0, 0, 0, 0, 2, 0, 0, 0]);
    for (let i = 0; i < 8; i++) {
      const { connection } = await openSocket(app, `/api/realtime?ownerId=${here.ownerId}`);
      stack.defer(() => connection.close());
      for (let sent = 0; sent < begun.length;) {
        sent += await connection.write(begun.subarray(sent));
      }
    }
  },
};

const rows = readText("docs/security.md").split("\n## Floods\n")[1]!.split("\n## ")[0]!
  .split("\n").filter((line) => /^\| [a-z]/.test(line))
  .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));

Deno.test("docs/security.md#floods has a row for each flood of this file, and names a test that exists", async () => {
  assert.deepEqual(rows.map(([what]) => what).sort(), Object.keys(FLOODS).sort());
  for (const [what = "", , , , test = ""] of rows) {
    const [, path] = test.match(/^`(tests\/.+_test\.ts)`$/) ?? [];
    assert.ok(path, what);
    assert.ok((await Deno.stat(new URL(`../../${path}`, import.meta.url))).isFile);
  }
});

for (const [what, flood] of Object.entries(FLOODS)) {
  Deno.test(`one address uses up ${what}: the owner there, its earlier guest and guests of another cafe are served`, async () => {
    await using stack = new AsyncDisposableStack();
    const flooded = await floodable(stack);
    const earlier = await newGuest(flooded.app);
    flooded.app.clock.pass(MINUTE_MS + 1);
    await flood(flooded);
    await assertOwnerIsServed(flooded);
    await assertOthersAreServed(flooded, earlier);
  });
}

/** Two cafes whose music account counts and fails, on a port; addresses are told by a proxy. */
async function floodable(stack: AsyncDisposableStack): Promise<Flooded> {
  await buildProduct();
  const account = stack.use(await startMusicAccount());
  const app = stack.use(await servedApp({ ...account.environment, TRUSTED_PROXY_HOPS: "1" }));
  account.followClock(app.clock.now);
  const [here, there] = [await createOwnerWithPassword(app), await createOwnerWithPassword(app)];
  for (const { token } of [here, there]) await connect(app, token);
  await queueUp(app, here, [10]);
  const body = { email: here.email, password: PASSWORD };
  const login = await app.call("POST", "/api/auth/login", { body, address: ELSEWHERE });
  assert.equal(login.status, 200);
  const connections = stack.use(new AsyncDisposableStack());
  return {
    ...{ app, account, here, there, known: cookieOf(login), stack: connections },
    async flood(method, path, options) {
      const answer = await app.call(method, path, { ...options, address: HERE });
      await answer.body?.cancel();
      return answer.status;
    },
  };
}

/** With the token, or in the browser in which the owner has logged in before. */
async function assertOwnerIsServed({ app, here, known }: Flooded): Promise<void> {
  const { token, ownerId, email } = here;
  const call = (method: string, path: string, options: CallOptions = {}) =>
    app.call(method, path, { address: HERE, ...options });
  const found = await call(
    "GET",
    `/api/music/search?ownerId=${ownerId}&term=${encodeURIComponent("ışıl")}`,
    { token },
  );
  assert.equal(found.status, 200, await found.text());
  assert.equal((await call("GET", "/api/requests", { token })).status, 200);
  assert.equal((await playNext(app, token)).status, 200);
  const [script] = readAssets().scripts("panel");
  const file = await call("GET", script!, { headers: { cookie: known } });
  assert.equal(file.status, 200);
  await file.body?.cancel();
  const path = `/api/realtime?ownerId=${ownerId}`;
  await assertHears(app, path, { "x-forwarded-for": HERE, cookie: known });
  const login = { body: { email, password: PASSWORD }, headers: { cookie: known } };
  assert.equal((await call("POST", "/api/auth/login", login)).status, 200);
  const asked = { body: { email }, headers: { cookie: known } };
  assert.equal((await call("POST", "/api/auth/forgot-password", asked)).status, 200);
}

/** Guests of the other cafe at an address of their own and at the same one, and a guest who was here before. */
async function assertOthersAreServed(
  { app, here, there }: Flooded,
  earlier: string,
): Promise<void> {
  const call = (method: string, path: string, options: CallOptions = {}) =>
    app.call(method, path, { address: ELSEWHERE, ...options });
  const page = await call("GET", `/cafe/${there.cafeId}`);
  assert.equal(page.status, 200);
  const cookie = cookieOf(page);
  const headers = { cookie };
  const search = `/api/music/search?ownerId=${there.ownerId}&term=a`;
  assert.equal((await call("GET", search, { headers })).status, 200);
  assert.equal((await call("GET", search, { headers, address: HERE })).status, 200);
  const body = draft(there.ownerId);
  assert.equal((await call("POST", "/api/requests", { body, headers })).status, 201);
  const other = { body, headers: { cookie: await newGuest(app) }, address: HERE };
  assert.equal((await call("POST", "/api/requests", other)).status, 201);
  const [script] = readAssets().scripts("islands");
  const file = await call("GET", script!, { headers });
  assert.equal(file.status, 200);
  await file.body?.cancel();
  const path = `/api/realtime?ownerId=${there.ownerId}`;
  await assertHears(app, path, { "x-forwarded-for": ELSEWHERE });
  const forgot = { body: { email: there.email } };
  assert.equal((await call("POST", "/api/auth/forgot-password", forgot)).status, 200);
  const mine = { body: draft(here.ownerId), headers: { cookie: earlier }, address: HERE };
  assert.equal((await call("POST", "/api/requests", mine)).status, 201);
}

async function assertHears(app: ServedApp, path: string, headers: Record<string, string>) {
  const { status, next, connection } = await rawSocket(app.origin, path, headers);
  assert.equal(status, 101);
  assert.match(new TextDecoder().decode((await next())!), /"ready"/);
  connection.close();
}

/** From the address of the flood. */
function openSocket(app: ServedApp, path: string): Promise<RawSocket> {
  return rawSocket(app.origin, path, { "x-forwarded-for": HERE });
}

function guests(app: ServedApp, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => newGuest(app)));
}

function ask(flood: Flooded["flood"], { ownerId }: TestOwner, cookie: string): Promise<number> {
  return flood("POST", "/api/requests", { body: draft(ownerId), headers: { cookie } });
}

function portOf({ origin }: ServedApp): number {
  return Number(new URL(origin).port);
}
