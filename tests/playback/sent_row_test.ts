// How a play leaves the state `sent` after an unknown outcome, as its row of the table `plays` (docs/playback.md#a-play).
import { strict as assert } from "node:assert";
import { acceptPlay, findActive } from "../../db/plays/plays.ts";
import { DomainError } from "../../server/errors.ts";
import {
  lookAtPlayer,
  type MusicBoxCafe,
  musicBoxCafe,
  playRows,
  press,
  requestStatuses,
  shows,
} from "../support/music/music_box.ts";
import { decide } from "../support/people/requests.ts";
import { libraryCafe } from "../support/music/library_cafe.ts";
import { playNext } from "../support/people/cafe_evening.ts";

/** The age at which an order whose outcome is unknown is overdue on every instance. */
const OVERDUE_MS = 15_000;

const UNANSWERED =
  "Müzik kutusu yanıt vermedi. Şarkı çalmaya başlamadıysa birkaç saniye sonra tekrar deneyin.";

Deno.test("a song that the player shows only at the second look, a second later, is playing", async () => {
  await using cafe = await musicBoxCafe(1);
  const { box } = cafe;
  box.onPlay = () => Promise.resolve({ kind: "unknown", mayFollow: false });
  box.onLook = () => box.looks < 2 ? Promise.resolve(null) : shows(1, 0)!();
  assert.equal((await press(cafe)).status, 200);
  assert.equal(box.looks, 2);
  assert.equal((await playRows(cafe))[0]?.state, "playing");
});

Deno.test("a song that may still begin stays sent until its order is 15 seconds old, then it is released", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box } = cafe;
  const sentAt = await unknown(cafe);
  const sent = {
    uri: "toy:1",
    state: "sent",
    sentAt,
    startedAt: null,
    endedAt: null,
    whyEnded: null,
  };
  assert.deepEqual(await playRows(cafe), [sent]);
  app.clock.pass(OVERDUE_MS - 1);
  assert.equal(await lookAtPlayer(cafe), 200);
  assert.deepEqual(await playRows(cafe), [sent]);
  app.clock.pass(1);
  assert.equal(await lookAtPlayer(cafe), 200);
  assert.deepEqual(await playRows(cafe), [
    { ...sent, state: "released", endedAt: sentAt + OVERDUE_MS, whyEnded: "not_seen" },
  ]);
  assert.equal(box.ordered.length, 1);
});

Deno.test("a song that may still begin is playing from the look at the player that shows it", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box } = cafe;
  const sentAt = await unknown(cafe);
  app.clock.pass(4_000);
  box.onLook = shows(1, 1_500);
  assert.equal(await lookAtPlayer(cafe), 200);
  const startedAt = sentAt + 2_500;
  assert.deepEqual(await playRows(cafe), [
    { uri: "toy:1", state: "playing", sentAt, startedAt, endedAt: null, whyEnded: null },
  ]);
  assert.deepEqual(await requestStatuses(cafe), ["played"]);
});

Deno.test("a song stays sent if the player cannot be asked about its unknown outcome", async () => {
  await using cafe = await musicBoxCafe(1);
  const { box } = cafe;
  box.onPlay = () => Promise.resolve({ kind: "unknown", mayFollow: false });
  box.onLook = () => Promise.reject(new DomainError("music_unavailable"));
  assert.deepEqual(await press(cafe), { status: 502, msg: UNANSWERED });
  assert.equal((await playRows(cafe))[0]?.state, "sent");
});

Deno.test("rejecting a song releases its play once its order is 15 seconds old", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, owner, requests: [request] } = cafe;
  const sentAt = await unknown(cafe);
  app.clock.pass(OVERDUE_MS - 1);
  assert.equal((await decide(app, owner.token, request!._id, "rejected")).status, 409);
  assert.equal((await playRows(cafe))[0]?.state, "sent");
  app.clock.pass(1);
  assert.equal((await decide(app, owner.token, request!._id, "rejected")).status, 200);
  const [row] = await playRows(cafe);
  assert.deepEqual([row?.state, row?.whyEnded, row?.endedAt], [
    "released",
    "rejected",
    sentAt + OVERDUE_MS,
  ]);
  assert.deepEqual(await requestStatuses(cafe), ["rejected"]);
});

Deno.test("disconnecting the account releases a play once its order is 15 seconds old", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, owner: { token } } = cafe;
  const sentAt = await unknown(cafe);
  app.clock.pass(OVERDUE_MS - 1);
  await app.call("POST", "/api/spotify/disconnect", { token });
  assert.equal((await playRows(cafe))[0]?.state, "sent");
  app.clock.pass(1);
  await app.call("POST", "/api/spotify/disconnect", { token });
  const [row] = await playRows(cafe);
  assert.deepEqual([row?.state, row?.whyEnded, row?.endedAt], [
    "released",
    "disconnected",
    sentAt + OVERDUE_MS,
  ]);
  assert.deepEqual(await requestStatuses(cafe), ["approved"]);
});

Deno.test("disconnecting the account does not release a song that its player has accepted", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, owner: { ownerId, token } } = cafe;
  const { db } = app.deps;
  await unknown(cafe);
  app.clock.pass(OVERDUE_MS);
  await acceptPlay(db, (await findActive(db, ownerId))!, app.clock.now());
  await app.call("POST", "/api/spotify/disconnect", { token });
  assert.equal((await playRows(cafe))[0]?.state, "sent");
});

Deno.test("disconnecting the account does not release a song that the page was told to play", async () => {
  await using cafe = await libraryCafe({ auto: false });
  const { app, owner: { token } } = cafe;
  await cafe.queue([10]);
  await cafe.hold();
  assert.equal((await playNext(app, token)).status, 200);
  app.clock.pass(OVERDUE_MS);
  await app.call("POST", "/api/spotify/disconnect", { token });
  assert.equal((await cafe.rows())[0]?.state, "sent");
});

/** A press whose order may still be carried out. Returns when the song was sent. */
async function unknown(cafe: MusicBoxCafe): Promise<number> {
  const sentAt = cafe.app.clock.now();
  cafe.box.onPlay = () => Promise.resolve({ kind: "unknown", mayFollow: true });
  assert.deepEqual(await press(cafe), { status: 502, msg: UNANSWERED });
  return sentAt;
}
