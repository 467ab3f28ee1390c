// What the cafe asks for itself, 'Kafenin isteği', in the record of its evening (docs/evenings.md).
import { strict as assert } from "node:assert";
import { beginPlay, endPlay, findActive } from "../../db/plays/plays.ts";
import { releaseTried } from "../../db/plays/failed_songs.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { eveningOf } from "../support/people/evenings.ts";
import { guestOf } from "../support/people/guests.ts";
import { setRules } from "../support/people/house.ts";
import { playOwnMusic, sendNext } from "../support/people/plays.ts";
import { decide } from "../support/people/requests.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import type { TestApp } from "../support/start/test_app.ts";

const at = (time: string) => Date.parse(`2026-11-20T${time}+03:00`);
const iso = (time: string) => new Date(at(time)).toISOString();
const FRIDAY = "2026-11-20";

Deno.test("a silence in which the cafe's own request waited is a gap, and it is none of what guests wanted", async () => {
  await using app = await moneyApp();
  const owner = await houseMusic(app, "20:00", "20:05");
  await askAt(app, owner, "20:06", 1);
  await playAt(app, owner, "20:10");
  const { gaps, requests, played, songs, waited, people, halfHours, ...evening } = await eveningOf(
    app,
    owner,
    FRIDAY,
  );
  assert.deepEqual(gaps, [{ at: iso("20:06"), seconds: 4 * 60 }]);
  assert.deepEqual([requests, played, songs, people], [0, 0, [], []]);
  assert.equal(waited.playedShare, null);
  assert.equal(evening.decided.medianMinutes, null);
  const heard = halfHours.filter((half) => half.houseSeconds > 0 || half.guestSeconds > 0);
  assert.deepEqual(heard, [
    { from: "20:00", requests: 0, tips: 0, guestSeconds: 0, houseSeconds: 6 * 60 },
  ]);
});

Deno.test("a silence is a gap too while the cafe's own request waits that was filed on the day before", async () => {
  await using app = await moneyApp();
  const owner = await houseMusic(app, "05:50", "05:58");
  await askAt(app, owner, "05:59", 1);
  await playAt(app, owner, "06:03");
  const { gaps } = await eveningOf(app, owner, FRIDAY);
  assert.deepEqual(gaps, [{ at: iso("06:00"), seconds: 3 * 60 }]);
});

Deno.test("songs that could not be played are listed, of guests and of the cafe", async () => {
  await using app = await moneyApp();
  app.clock.set(at("19:00"));
  const owner = await createOwner(app.deps);
  await askAt(app, owner, "20:00", 1);
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send({ ...song(2), tipAmount: 5 });
  await decide(app, owner.token, _id, "approved");
  const expected = [];
  for (const time of ["20:10", "20:20"]) {
    app.clock.set(at(time));
    const sent = (await sendNext(app.deps, owner.ownerId))!;
    await releaseTried(app.deps.db, sent, { at: app.clock.now(), forGood: true });
    expected.push({ songTitle: sent.title, artist: "Sezen Aksu", at: iso(time) });
  }
  const { unplayable } = await eveningOf(app, owner, FRIDAY);
  assert.deepEqual(unplayable, expected);
  assert.deepEqual(expected.map(({ songTitle }) => songTitle).sort(), ["Şarkı 1", "Şarkı 2"]);
});

Deno.test("a tip of the cafe's own song at the till is in the money of its evening", async () => {
  await using app = await moneyApp();
  const owner = await houseMusic(app, "20:00", "20:05");
  await setRules(app, owner, { tips: "till" });
  await askAt(app, owner, "20:06", 1, 12.5);
  await playAt(app, owner, "20:06");
  const { money, tips, played, sentence } = await eveningOf(app, owner, FRIDAY);
  assert.deepEqual([money.expected, money.received, tips, played], [12.5, 12.5, 12.5, 0]);
  assert.equal(sentence, "Cuma akşamı istek gelmedi: 12,50 TL bahşiş.");
});

const song = (n: number) => ({
  songTitle: `Şarkı ${n}`,
  artist: "Sezen Aksu",
  albumArt: "",
  uri: `spotify:track:${String(n).padStart(22, "0")}`,
});

/** A cafe whose own music plays from `from` until `to`. */
async function houseMusic(app: TestApp, from: string, to: string): Promise<TestOwner> {
  const { clock, deps } = app;
  clock.set(at(from));
  const owner = await createOwner(deps);
  await playOwnMusic(deps, owner.ownerId, { durationMs: at(to) - at(from) });
  clock.set(at(to));
  const playing = (await findActive(deps.db, owner.ownerId))!;
  await endPlay(deps.db, playing, { at: clock.now(), why: "finished" });
  return owner;
}

async function askAt(
  { call, clock }: TestApp,
  { token }: TestOwner,
  time: string,
  n: number,
  tipAmount = 0,
): Promise<void> {
  clock.set(at(time));
  const answer = await call("POST", "/api/requests/own", {
    token,
    body: { ...song(n), tipAmount },
  });
  assert.equal(answer.status, 201);
}

/** The first song of the queue plays for a minute. */
async function playAt({ clock, deps }: TestApp, { ownerId }: TestOwner, time: string) {
  clock.set(at(time));
  const sent = (await sendNext(deps, ownerId))!;
  await beginPlay(deps.db, sent, { startedAt: clock.now(), at: clock.now() });
  clock.pass(60_000);
  await endPlay(deps.db, sent, { at: clock.now(), why: "finished" });
}
