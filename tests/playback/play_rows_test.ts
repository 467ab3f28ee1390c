// What each outcome of an order leaves in the table `plays` (docs/playback.md#a-play).
import { strict as assert } from "node:assert";
import { DomainError } from "../../server/errors.ts";
import {
  type MusicBoxCafe,
  musicBoxCafe,
  playRows,
  press,
  requestStatuses,
} from "../support/music/music_box.ts";
import { queueOf } from "../support/people/requests.ts";

const NOT_SEEN = "Müzik kutusu şarkıyı çalmadı. Şarkı hâlâ sırada, lütfen tekrar deneyin.";

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
  assert.deepEqual(await requestStatuses(cafe), ["played"]);
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

Deno.test("a song that no provider owns any more is released as refused, and the owner is told", async () => {
  await using cafe = await musicBoxCafe(1);
  cafe.box.ownsUri = () => false;
  const answer = await press(cafe);
  assert.equal(answer.status, 502);
  assert.match(answer.msg, /^Bu şarkının geldiği müzik kaynağı artık kullanılmıyor/);
  const [row] = await playRows(cafe);
  assert.deepEqual([row?.state, row?.whyEnded], ["released", "refused"]);
});
