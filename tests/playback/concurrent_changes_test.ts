// What happens to a press while the grant is replaced, deleted or renewed, the account is deleted, or other cafes press.
import { strict as assert } from "node:assert";
import { findGrant } from "../../db/music/music_grants.ts";
import type { SongRequest } from "../../server/contract/requests.ts";
import { overdueBefore } from "../../server/playback/play.ts";
import { eraseAccount } from "../../db/people/erasure.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { connect } from "../support/people/connection.ts";
import type { TestOwner } from "../support/people/factories.ts";
import { PLAY, TOKEN } from "../support/music/music_faults.ts";
import { assertNothingLost, musicEvening, press } from "../support/music/music_evening.ts";
import { queueOf } from "../support/people/requests.ts";

const HOUR_MS = 60 * 60_000;

Deno.test("disconnecting during a press records the song that plays, and the next press answers 409", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { app, owner, account } = cafe;
  const held = account.hold("before");
  const pressed = press(cafe);
  await held.arrived;
  await app.call("POST", "/api/spotify/disconnect", { token: owner.token });
  held.release();
  assert.equal((await pressed)[0]!.status, 200);
  assert.equal((await press(cafe))[0]!.status, 409);
  assert.equal((await queueOf(app, owner.ownerId)).length, 1);
  await assertNothingLost(cafe);
});

Deno.test("connecting again during a press lets the next press use the new account", async () => {
  await using cafe = await musicEvening([10, 5]);
  const { app, owner, account } = cafe;
  const held = account.hold("after");
  const pressed = press(cafe);
  await held.arrived;
  await connect(app, owner.token);
  held.release();
  assert.equal((await pressed)[0]!.status, 200);
  assert.equal((await press(cafe))[0]!.status, 200);
  assert.ok(account.player(1).playing(), "the newly connected listener's player");
  await assertNothingLost(cafe);
});

for (const rotates of [false, true]) {
  Deno.test(`a renewal that ends after a new consent does not replace it, with rotating refresh tokens: ${rotates}`, async () => {
    await using cafe = await musicEvening([10]);
    const { app, owner: { ownerId, token }, account } = cafe;
    account.rotateRefreshTokens = rotates;
    app.clock.pass(HOUR_MS);
    const held = account.hold("after", TOKEN);
    const pressed = press(cafe);
    await held.arrived;
    await connect(app, token);
    const grant = await findGrant(app.deps.db, ownerId);
    held.release();
    assert.equal((await pressed)[0]!.status, 200);
    assert.deepEqual(await findGrant(app.deps.db, ownerId), grant);
    await assertNothingLost(cafe);
  });
}

Deno.test("a renewal that ends after disconnecting stores no grant", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner: { ownerId, token }, account } = cafe;
  app.clock.pass(HOUR_MS);
  const held = account.hold("after", TOKEN);
  const pressed = press(cafe);
  await held.arrived;
  await app.call("POST", "/api/spotify/disconnect", { token });
  held.release();
  await pressed;
  assert.equal(await findGrant(app.deps.db, ownerId), undefined);
  await assertNothingLost(cafe);
});

Deno.test("deleting an account during a press is refused", async () => {
  await using cafe = await musicEvening([10]);
  const { app, owner: { ownerId }, account } = cafe;
  const held = account.hold("before");
  const pressed = press(cafe);
  await held.arrived;
  const erase = () => {
    const nowMs = app.clock.now();
    const sentBefore = overdueBefore(nowMs);
    return eraseAccount(app.deps.db, { id: ownerId, email: "a@b.test" }, { nowMs, sentBefore });
  };
  assert.equal(await erase(), "play_under_way");
  held.release();
  assert.equal((await pressed)[0]!.status, 200);
  assert.equal(await erase(), "money_owed", "its tip is owed now");
  await assertNothingLost(cafe);
});

Deno.test("six cafes that press at once each play their own first song on their own account", async () => {
  await using cafe = await musicEvening([10]);
  const { app, account } = cafe;
  const others: { owner: TestOwner; requests: SongRequest[] }[] = [];
  for (let i = 1; i < 6; i++) {
    const owner = await connectedOwner(app);
    others.push({ owner, requests: await queueUp(app, owner, [i, 50 + i]) });
  }
  account.calls.length = 0;
  const held = account.hold("before");
  const slow = press(cafe);
  await held.arrived;
  const answers = await Promise.all(others.map(({ owner }) => playNext(app, owner.token)));
  held.release();
  assert.equal((await slow)[0]!.status, 200, "a cafe whose account is slow holds up no other");
  for (const [i, answer] of answers.entries()) {
    const first = others[i]!.requests[1];
    assert.deepEqual(await answer.json(), { msg: `'${first!.songTitle}' çalmaya başladı.` });
    const playing = await app.call("GET", "/api/spotify/player", { token: others[i]!.owner.token });
    assert.equal((await playing.json()).track.uri, first!.uri);
    assert.equal((await queueOf(app, others[i]!.owner.ownerId)).length, 1);
  }
  assert.equal(account.calls.filter((call) => PLAY.test(call)).length, 6);
});
