// The panel renews its login while it is used (docs/accounts.md#renewal), by a clock that the test holds.
import { strict as assert } from "node:assert";
import { createPanelServices } from "../../../client/panel/services.ts";
import { BUSY, OFFLINE, refusal, refused } from "../dom/network.ts";
import { settle, until } from "../dom/page.ts";
import { openPanel, type PanelPage } from "../dom/panel_page.tsx";
import { createOwner } from "../../support/people/factories.ts";
import { statusOf } from "../../support/people/logins.ts";
import { type TestApp, testApp } from "../../support/start/test_app.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const RENEW = "/api/auth/renew";

/** The device and the server are a while later. */
function wait({ app, panel }: { app: TestApp; panel: Pick<PanelPage, "time"> }, ms: number): void {
  app.clock.pass(ms);
  panel.time.sleep(ms);
}

/** Makes a call, and waits for what it leads to. */
async function use({ services }: Pick<PanelPage, "services">): Promise<void> {
  await services.api("GET /api/auth/sessions");
  await settle();
}

const renewals = ({ network }: Pick<PanelPage, "network">) => network.paths("POST").length;

/** Resolves when no renewal is under way: each holds a lock until its answer is stored. */
async function renewed(): Promise<void> {
  do await settle(); while ((await navigator.locks.query()).held?.length);
}

async function openTablet() {
  await using opening = new AsyncDisposableStack();
  const app = opening.use(await testApp());
  const { ownerId, token } = await createOwner(app.deps);
  const panel = opening.use(await openPanel({ server: app, token }));
  const opened = opening.move();
  return {
    app,
    panel,
    ownerId,
    token,
    read: () => panel.services.session.readToken()!,
    async [Symbol.asyncDispose]() {
      await renewed();
      await opened.disposeAsync();
    },
  };
}

Deno.test("a call renews a token that is a day old, once, and a call before does not", async () => {
  await using tablet = await openTablet();
  const { app, panel, token, read } = tablet;
  wait(tablet, DAY_MS - 1);
  await use(panel);
  assert.equal(renewals(panel), 0);
  wait(tablet, 1);
  await use(panel);
  await until(() => read() !== token);
  await use(panel);
  assert.equal(renewals(panel), 1);
  assert.equal(await statusOf(app, read()), 200);
  const before = read();
  wait(tablet, DAY_MS);
  await use(panel);
  await until(() => read() !== before);
  assert.equal(renewals(panel), 2);
});

// It is 20:00 in Istanbul.
Deno.test("a panel that is used every day goes on until 06:00 after 90 days, says so two weeks ahead, and then asks for a login", async () => {
  await using tablet = await openTablet();
  const { panel, read } = tablet;
  const told = () => panel.services.notices.current().map(({ text }) => text);
  for (let day = 1; day < 90; day++) {
    const before = read();
    wait(tablet, DAY_MS);
    await use(panel);
    await until(() => read() !== before);
    const sentence =
      "Bu cihazdaki oturum 1 Şubat 2027, saat 06:00 itibarıyla sona erer. O saatten " +
      "sonra bir kez daha giriş yapmanız gerekir.";
    assert.deepEqual(told(), day < 77 ? [] : [sentence], `day ${day}`);
  }
  assert.equal(panel.endedSessions(), 0);
  wait(tablet, DAY_MS + 10 * 60 * MINUTE_MS - 1);
  await use(panel);
  wait(tablet, 1);
  await assert.rejects(use(panel), { status: 401 });
  assert.equal(panel.endedSessions(), 1);
  assert.equal(panel.services.session.readToken(), null);
});

Deno.test("two tabs that make calls at once renew once, and both go on with the new token", async () => {
  await using tablet = await openTablet();
  const { panel, token, read } = tablet;
  const other = { services: createPanelServices(() => assert.fail("it goes on")) };
  other.services.session.enter();
  wait(tablet, DAY_MS);
  const waiting = panel.network.hold("POST", RENEW);
  const calls = [panel, other, panel, other].map(({ services }) =>
    services.api("GET /api/auth/sessions")
  );
  await Promise.all(calls);
  await until(() => waiting.length > 0);
  waiting[0]!.release();
  await until(() => read() !== token);
  await use(panel);
  await use(other);
  assert.equal(renewals(panel), 1);
  assert.equal(panel.network.calls.at(-1)!.headers.get("x-auth-token"), read());
});

Deno.test("a browser without locks renews too", async () => {
  await using tablet = await openTablet();
  using _ = withoutLocks();
  wait(tablet, DAY_MS);
  await use(tablet.panel);
  await until(() => tablet.read() !== tablet.token);
  assert.equal(renewals(tablet.panel), 1);
});

const FAILURES = {
  "fails because of the network": OFFLINE,
  "is answered with 503": BUSY,
  "is answered with 429": refusal("rate_limited", "Çok fazla deneme yapıldı."),
};

for (const [what, answer] of Object.entries(FAILURES)) {
  Deno.test(`a renewal that ${what} changes nothing, and is tried again after 5 minutes`, async () => {
    await using tablet = await openTablet();
    const { panel, token, read } = tablet;
    wait(tablet, DAY_MS);
    panel.network.answer("POST", RENEW, answer);
    await use(panel);
    await until(() => renewals(panel) === 1);
    wait(tablet, 5 * MINUTE_MS - 1);
    await use(panel);
    assert.equal(renewals(panel), 1);
    assert.equal(read(), token);
    assert.equal(panel.endedSessions(), 0);
    panel.network.restore("POST", RENEW);
    wait(tablet, 1);
    await use(panel);
    await until(() => read() !== token);
  });
}

Deno.test("a renewal that is refused with 401 ends the session, as any call does", async () => {
  await using tablet = await openTablet();
  const { panel } = tablet;
  wait(tablet, DAY_MS);
  panel.network.answer("POST", RENEW, refusal("unauthenticated", "Oturum geçersiz."));
  await use(panel);
  await until(() => panel.endedSessions() === 1);
  assert.equal(panel.services.session.readToken(), null);
});

for (const [what, next] of [["a logout", null], ["another login", "another's"]] as const) {
  Deno.test(`a renewal that is answered after ${what} is not stored`, async () => {
    await using tablet = await openTablet();
    const { panel } = tablet;
    const { session } = panel.services;
    wait(tablet, DAY_MS);
    const waiting = panel.network.hold("POST", RENEW);
    await use(panel);
    await until(() => waiting.length > 0);
    session.forgetToken();
    if (next) session.storeToken(next);
    waiting[0]!.release(Response.json({ token: "late" }));
    await settle();
    assert.equal(session.readToken(), next);
    assert.equal(panel.endedSessions(), 0);
  });
}

Deno.test("a token from before renewals is renewed a day after it was issued", async () => {
  await using tablet = await openTablet();
  const { panel, token, read } = tablet;
  localStorage.removeItem("siradaki.renewAt");
  await use(panel);
  assert.equal(renewals(panel), 0);
  wait(tablet, DAY_MS);
  await use(panel);
  await until(() => read() !== token);
});

Deno.test("a device whose clock was set back renews once, and then a day later", async () => {
  await using tablet = await openTablet();
  const { panel } = tablet;
  panel.time.sleep(-30 * DAY_MS);
  await use(panel);
  await until(() => renewals(panel) === 1);
  panel.time.sleep(DAY_MS - 1);
  await use(panel);
  assert.equal(renewals(panel), 1);
  // A renewal holds this lock until its answer is stored.
  await navigator.locks.request("siradaki.renewal", () => {});
});

function withoutLocks(): Disposable {
  const { locks } = navigator;
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
  return {
    [Symbol.dispose]: () =>
      Object.defineProperty(navigator, "locks", { value: locks, configurable: true }),
  };
}

/** A token of the form that the panel reads, which the server does not know. */
const OLD_TOKEN = `e30.${btoa(JSON.stringify({ user: { id: "1", role: "owner" } }))}.x`;

Deno.test("calls carry the login token, until the user has logged out", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await using panel = await openPanel({ server: app, token });
  const { api } = panel.services;
  assert.equal((await api("GET /api/cafes/me")).ownerId, ownerId);
  await api("POST /api/auth/logout");
  await assert.rejects(api("GET /api/cafes/me"), { status: 401 });
});

for (const code of ["unauthenticated", "membership_ended"] as const) {
  Deno.test(`a token that the server refuses with ${code} is forgotten, and the session ends once`, async () => {
    await using panel = await openPanel({ token: OLD_TOKEN });
    panel.network.answer("GET", "/api/", refusal(code));
    const { api, session } = panel.services;
    await Promise.allSettled([api("GET /api/cafes/me"), api("GET /api/requests")]);
    assert.equal(session.readToken(), null);
    assert.equal(panel.endedSessions(), 1);
  });
}

Deno.test("a call made after the user has logged out does not end a session once more", async () => {
  await using panel = await openPanel({ token: OLD_TOKEN });
  panel.network.answer("GET", "/api/", refusal("unauthenticated", "Oturum geçersiz."));
  const { api, session } = panel.services;
  session.forgetToken();
  await assert.rejects(api("GET /api/cafes/me"), { status: 401 });
  assert.equal(panel.endedSessions(), 0);
});

Deno.test("a refused token does not end the session that another tab has begun meanwhile", async () => {
  await using panel = await openPanel({ token: OLD_TOKEN });
  const waiting = panel.network.hold("GET", "/api/cafes/me");
  const ended = assert.rejects(panel.services.api("GET /api/cafes/me"), { status: 401 });
  createPanelServices(() => {}).session.storeToken("new");
  waiting[0]!.release(refused("unauthenticated", "Oturum geçersiz."));
  await ended;
  assert.equal(panel.services.session.readToken(), "new");
  assert.equal(panel.endedSessions(), 0);
});

for (
  const [what, answer] of [
    ["a refusal for another reason", refusal("forbidden")],
    ["a 401 that is not the server's own", () => new Response("Proxy", { status: 401 })],
  ] as const
) {
  Deno.test(`${what} does not end the session`, async () => {
    await using panel = await openPanel({ token: "admin's" });
    panel.network.answer("GET", "/api/", answer);
    await assert.rejects(panel.services.api("GET /api/cafes/me"), { name: "ApiError" });
    assert.equal(panel.services.session.readToken(), "admin's");
    assert.equal(panel.endedSessions(), 0);
  });
}
