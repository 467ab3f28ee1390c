// The browser's return from the consent page: what connects, and what does not (docs/music.md#connecting).
import { strict as assert } from "node:assert";
import { eraseAccount } from "../../db/people/erasure.ts";
import { findGrant } from "../../db/music/music_grants.ts";
import { createOwner } from "../support/people/factories.ts";
import {
  comeBack,
  connect,
  consent,
  depart,
  isConnected,
  land,
  ticketFor,
} from "../support/people/connection.ts";
import { TOKEN } from "../support/music/music_faults.ts";
import { musicEvening } from "../support/music/music_evening.ts";
import { testApp } from "../support/start/test_app.ts";

const MUSIC = "http://127.0.0.1:8000/panel/music?spotify=";

Deno.test("refusing on the consent page connects nothing and leads to 'Müzik' with refused", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const departure = await depart(app, await ticketFor(app, token));
  assert.equal(await comeBack(app, departure, "deny"), `${MUSIC}refused`);
  assert.equal(await isConnected(app, token), false);
});

Deno.test("returning a second time connects nothing and leads to 'Müzik' with expired", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
  const callback = await consent(app, authorizeUrl);
  assert.equal(await land(app, callback, cookie), `${MUSIC}connected`);
  await app.call("POST", "/api/spotify/disconnect", { token });
  assert.equal(await land(app, callback, cookie), `${MUSIC}expired`);
  assert.equal(await isConnected(app, token), false);
});

Deno.test("returning twice at once connects once", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
  const callback = await consent(app, authorizeUrl);
  const landed = await Promise.all([land(app, callback, cookie), land(app, callback, cookie)]);
  assert.deepEqual(landed.sort(), [`${MUSIC}connected`, `${MUSIC}expired`]);
});

for (const [what, leads] of [["state", "expired"], ["code", "failed"]] as const) {
  Deno.test(`returning with an unknown ${what} connects nothing and leads to 'Müzik' with ${leads}`, async () => {
    await using app = await testApp();
    const { token } = await createOwner(app.deps);
    const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
    const callback = new URL(await consent(app, authorizeUrl));
    callback.searchParams.set(what, "made-up");
    assert.equal(await land(app, callback.href, cookie), `${MUSIC}${leads}`);
    assert.equal(await isConnected(app, token), false);
  });
}

Deno.test("returning in another browser connects nothing, with or without a cookie of its own", async () => {
  await using app = await testApp();
  const [attacker, victim] = [await createOwner(app.deps), await createOwner(app.deps)];
  const theirs = await depart(app, await ticketFor(app, attacker.token));
  const own = await depart(app, await ticketFor(app, victim.token));
  const callback = await consent(app, theirs.authorizeUrl);
  assert.equal(await land(app, callback), `${MUSIC}forged`);
  assert.equal(await land(app, callback, own.cookie), `${MUSIC}forged`);
  for (const { token } of [attacker, victim]) assert.equal(await isConnected(app, token), false);
});

Deno.test("starting in a second tab does not end the attempt of the first tab", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const first = await depart(app, await ticketFor(app, token));
  const second = await depart(app, await ticketFor(app, token), first.cookie);
  assert.equal(await comeBack(app, { ...first, cookie: second.cookie }), `${MUSIC}connected`);
});

Deno.test("returning after ten minutes connects nothing", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
  const callback = await consent(app, authorizeUrl);
  app.clock.pass(10 * 60_000);
  assert.equal(await land(app, callback, cookie), `${MUSIC}expired`);
});

Deno.test("returning to an account that is deleted during the exchange connects nothing", async () => {
  await using cafe = await musicEvening([]);
  const { app, account, owner: { email, ownerId, token } } = cafe;
  const departure = await depart(app, await ticketFor(app, token));
  const held = account.hold("after", TOKEN);
  const landed = comeBack(app, departure);
  await held.arrived;
  const nowMs = app.clock.now();
  await eraseAccount(app.deps.db, { id: ownerId, email }, { nowMs, sentBefore: nowMs });
  held.release();
  assert.equal(await landed, `${MUSIC}failed`);
  assert.equal(await findGrant(app.deps.db, ownerId), undefined);
});

for (const fault of ["500", "429 after 1", "200 with HTML", "reset before the effect"] as const) {
  Deno.test(`an exchange that meets ${fault} leads to 'Müzik' with failed, and connecting again works`, async () => {
    await using cafe = await musicEvening([]);
    const { app, account, owner: { token } } = cafe;
    await app.call("POST", "/api/spotify/disconnect", { token });
    const departure = await depart(app, await ticketFor(app, token));
    account.fail(fault, { path: TOKEN });
    assert.equal(await comeBack(app, departure), `${MUSIC}failed`);
    assert.equal(await isConnected(app, token), false);
    app.clock.pass(1_000);
    await connect(app, token);
  });
}
