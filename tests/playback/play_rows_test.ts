// What each outcome of an order leaves in the table `plays` (docs/playback.md#a-play).
import { strict as assert } from "node:assert";
import { songRequests } from "../../db/schema/requests.ts";
import { DomainError } from "../../server/errors.ts";
import {
  lookAtPlayer,
  type MusicBoxCafe,
  musicBoxCafe,
  playRows,
  shows,
} from "../support/music/music_box.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { decide, queueOf } from "../support/people/requests.ts";

/** The age at which an order whose outcome is unknown is overdue on every instance. */
const OVERDUE_MS = 15_000;
const NOT_SEEN = "Müzik kutusu şarkıyı çalmadı. Şarkı hâlâ sırada, lütfen tekrar deneyin.";
const UNANSWERED =
  "Müzik kutusu yanıt vermedi. Şarkı çalmaya başlamadıysa birkaç saniye sonra tekrar deneyin.";

async function press({ app, owner }: MusicBoxCafe) {
  const response = await playNext(app, owner.token);
  return { status: response.status, msg: (await response.json()).msg };
}

/** Plays the first song for a minute. Returns when it was sent and when it started. */
async function firstPlays(cafe: MusicBoxCafe) {
  const { app: { clock }, box } = cafe;
  const sentAt = clock.now();
  box.onPlay = () => {
    clock.pass(2_000);
    return Promise.resolve({ kind: "ok" });
  };
  assert.equal((await press(cafe)).status, 200);
  const startedAt = clock.now();
  clock.pass(60_000);
  return { sentAt, startedAt };
}

Deno.test("a song that the player accepts is playing from the moment of its answer", async () => {
  await using cafe = await musicBoxCafe(1);
  const { sentAt, startedAt } = await firstPlays(cafe);
  assert.equal(startedAt, sentAt + 2_000);
  assert.deepEqual(await playRows(cafe), [
    { uri: "toy:1", state: "playing", sentAt, startedAt, endedAt: null, whyEnded: null },
  ]);
  assert.deepEqual(await statuses(cafe), ["played"]);
});

Deno.test("the next song ends the one that plays, at the moment at which it is sent", async () => {
  await using cafe = await musicBoxCafe(2);
  const first = await firstPlays(cafe);
  const sentAt = cafe.app.clock.now();
  assert.equal((await press(cafe)).status, 200);
  const startedAt = cafe.app.clock.now();
  assert.deepEqual(await playRows(cafe), [
    { uri: "toy:1", state: "ended", ...first, endedAt: sentAt, whyEnded: "replaced" },
    { uri: "toy:2", state: "playing", sentAt, startedAt, endedAt: null, whyEnded: null },
  ]);
});

Deno.test("a press with an empty queue ends no play", async () => {
  await using cafe = await musicBoxCafe(1);
  const first = await firstPlays(cafe);
  assert.equal((await press(cafe)).status, 404);
  assert.deepEqual(await playRows(cafe), [
    { uri: "toy:1", state: "playing", ...first, endedAt: null, whyEnded: null },
  ]);
});

const ERROR = new DomainError("music_restricted", { msg: "Kutu kurulmadı." });
const FAILURES: {
  [what: string]: {
    onPlay: MusicBoxCafe["box"]["onPlay"];
    why: "refused" | "not_seen";
    msg: string;
  };
} = {
  "the player refuses": {
    onPlay: () => Promise.resolve({ kind: "refused", error: ERROR }),
    why: "refused",
    msg: "Kutu kurulmadı.",
  },
  "no order could be given for": {
    onPlay: () => Promise.reject(ERROR),
    why: "refused",
    msg: "Kutu kurulmadı.",
  },
  "the player does not show after an unknown outcome": {
    onPlay: () => Promise.resolve({ kind: "unknown", mayFollow: false }),
    why: "not_seen",
    msg: NOT_SEEN,
  },
};

for (const [what, { onPlay, why, msg }] of Object.entries(FAILURES)) {
  Deno.test(`a song that ${what} is released, and the song that it replaced is playing again`, async () => {
    await using cafe = await musicBoxCafe(2);
    const { app, box, owner } = cafe;
    const first = await firstPlays(cafe);
    box.onPlay = onPlay;
    const sentAt = app.clock.now();
    assert.deepEqual(await press(cafe), { status: 502, msg });
    assert.equal(box.looks, why === "not_seen" ? 2 : 0);
    const released = {
      uri: "toy:2",
      state: "released",
      sentAt,
      startedAt: null,
      endedAt: sentAt,
      whyEnded: why,
    };
    assert.deepEqual(await playRows(cafe), [
      { uri: "toy:1", state: "playing", ...first, endedAt: null, whyEnded: null },
      released,
    ]);
    assert.deepEqual((await queueOf(app, owner.ownerId)).map(({ uri }) => uri), ["toy:2"]);
    box.onPlay = () => Promise.resolve({ kind: "ok" });
    app.clock.pass(1);
    assert.equal((await press(cafe)).status, 200);
    assert.deepEqual((await playRows(cafe)).map((row) => [row.uri, row.state, row.whyEnded]), [
      ["toy:1", "ended", "replaced"],
      ["toy:2", "released", why],
      ["toy:2", "playing", null],
    ]);
  });
}

Deno.test("a song that no provider owns any more is released as refused", async () => {
  await using cafe = await musicBoxCafe(1);
  cafe.box.ownsUri = () => false;
  assert.equal((await press(cafe)).status, 500);
  const [row] = await playRows(cafe);
  assert.deepEqual([row?.state, row?.whyEnded], ["released", "refused"]);
});

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
  const startedAt = sentAt + 4_000;
  assert.deepEqual(await playRows(cafe), [
    { uri: "toy:1", state: "playing", sentAt, startedAt, endedAt: null, whyEnded: null },
  ]);
  assert.deepEqual(await statuses(cafe), ["played"]);
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
  assert.deepEqual(await statuses(cafe), ["rejected"]);
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
  assert.deepEqual(await statuses(cafe), ["approved"]);
});

/** A press whose order may still be carried out. Returns when the song was sent. */
async function unknown(cafe: MusicBoxCafe): Promise<number> {
  const sentAt = cafe.app.clock.now();
  cafe.box.onPlay = () => Promise.resolve({ kind: "unknown", mayFollow: true });
  assert.deepEqual(await press(cafe), { status: 502, msg: UNANSWERED });
  return sentAt;
}

async function statuses({ app }: MusicBoxCafe): Promise<string[]> {
  const rows = await app.deps.db.read.select({ status: songRequests.status }).from(songRequests);
  return rows.map(({ status }) => status);
}
