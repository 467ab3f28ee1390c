// Five cafes on one client id, with their panels open and guests who search: what the service is asked (docs/music.md#calls).
import { strict as assert } from "node:assert";
import { asc, eq } from "drizzle-orm";
import { plays } from "../../../db/schema/requests.ts";
import { PLAYLISTS, shareLink, SONGS } from "../../../server/music/demo/catalogue.ts";
import { assertLedgerAgrees } from "../../support/db/ledger_invariants.ts";
import type { FaultyPlayer } from "../../support/music/faulty_player.ts";
import type { MusicAccount } from "../../support/music/music_faults.ts";
import { type MusicEvening, musicEvening } from "../../support/music/music_evening.ts";
import { connectedOwner } from "../../support/people/cafe_evening.ts";
import type { TestOwner } from "../../support/people/factories.ts";
import { anyAddress, queueOf, queueSong } from "../../support/people/requests.ts";
import { LONG, rounds } from "../../support/time/effort.ts";

interface Case {
  songS: number;
  /** Seconds between two searches of guests, null if there are none. */
  searchS: number | null;
  /** Seconds after which each owner comes back to the screen 'Müzik', which lists the devices too. */
  screenS?: number;
  /** The most calls in 30 s, without the searches. */
  most: number;
  /** The longest silence in seconds. */
  silenceS: number;
  /** Without a look that only keeps up, a song takes two looks and an order. */
  callsPerSong: number;
}

const CASES: Case[] = [
  { songS: 210, searchS: null, most: 30, silenceS: 0, callsPerSong: 25 },
  { songS: 210, searchS: null, screenS: 60, most: 30, silenceS: 0, callsPerSong: 30 },
  { songS: 210, searchS: 1, most: 30, silenceS: 0, callsPerSong: 25 },
  // Songs of 20 s are no evening: two hand-overs of each cafe in 30 s take 40 calls, and none of them may wait.
  { songS: 20, searchS: 1, most: 40, silenceS: 0, callsPerSong: 3.5 },
];
/** In the quick form each cafe changes songs three times at least. */
const minutesOf = (songS: number) => rounds(Math.max(4, Math.ceil(songS / 20)), 30);

for (const { songS, searchS, screenS, most, silenceS, callsPerSong } of CASES) {
  const guests = searchS === null
    ? `no guests${screenS ? `, but the screen 'Müzik' each ${screenS} s` : ""}`
    : `a search each ${searchS} s`;
  Deno.test(`five cafes with songs of ${songS} s, panels and ${guests}: at most ${most} calls in any 30 s, and no search fails`, async () => {
    const minutes = minutesOf(songS);
    const count = Math.ceil(minutes * 60 / songS * 0.8);
    await using crowd = await musicEvening([], {
      songLength: { ms: songS * 1000 },
      environment: { RATE_LIMITS: "off" },
      random: () => 0.5,
    });
    const cafes = await fiveCafes(crowd, count);
    const { account, app } = crowd;
    account.timeline.length = 0;
    const silent = cafes.map(() => ({ nowS: 0, longestS: 0 }));
    let refused = 0;
    for (let s = 0; s < minutes * 60; s++) {
      for (const [i, { owner: { token } }] of cafes.entries()) {
        if (s % 10 === i) {
          const response = await app.call("GET", "/api/playback", { token });
          assert.equal(response.status, 200);
        }
        if (screenS && s % screenS === 12 * i) {
          const response = await app.call("GET", "/api/spotify/player", { token });
          assert.equal(response.status, 200);
        }
      }
      if (searchS !== null && s % searchS === 0) {
        const term = encodeURIComponent(`${SONGS[s % SONGS.length]!.title} ${s}`.slice(0, 40));
        const address = anyAddress();
        const response = await app.call("GET", `/api/spotify/search?term=${term}`, { address });
        if (response.status !== 200) refused++;
        await response.body?.cancel();
      }
      await crowd.run(1);
      for (const [i, { player }] of cafes.entries()) {
        const silence = silent[i]!;
        silence.nowS = player.isHeard() ? 0 : silence.nowS + 1;
        silence.longestS = Math.max(silence.longestS, silence.nowS);
      }
    }

    const timeline = account.timeline.filter((one) => !("call" in one && /search/.test(one.call)));
    const byPlayer = webApiCalls(timeline).length;
    const inWindow = greatestWindow(timeline);
    const songs = account.timeline.filter((one) => "started" in one).length;
    const longestS = silent.map((silence) => silence.longestS);
    const figures = `${inWindow} calls in the greatest window; ` +
      `${(byPlayer / songs).toFixed(1)} calls a song (${byPlayer} for ${songs}); ` +
      `${refused} searches refused; silences of ${longestS} s`;
    if (LONG) console.log(figures);
    assert.ok(inWindow <= most, figures);
    assert.equal(refused, 0, figures);
    assert.ok(Math.max(...longestS) <= silenceS, figures);
    assert.ok(byPlayer / songs <= callsPerSong, figures);
    for (const { owner, ids } of cafes) {
      const rows = await app.deps.db.read.select().from(plays)
        .where(eq(plays.ownerId, owner.ownerId)).orderBy(asc(plays.startedAt));
      const begun = rows.flatMap((row) => row.startedAt === null ? [] : row.requestId ?? []);
      const queued = (await queueOf(app, owner.ownerId)).map(({ _id }) => _id);
      assert.deepEqual([...begun, ...queued], ids.slice(0, begun.length + queued.length));
      assert.equal(begun.length + queued.length, ids.length);
    }
    await assertLedgerAgrees(app.deps);
  });
}

interface Cafe {
  owner: TestOwner;
  player: FaultyPlayer;
  /** The requests, in the order in which they have to play. */
  ids: string[];
}

/** Connects four more cafes, gives each `songs` requests and a playlist, and turns playing by itself on. */
async function fiveCafes(evening: MusicEvening, songs: number): Promise<Cafe[]> {
  const { app, account, clock } = evening;
  const cafes: Cafe[] = [];
  for (let i = 0; i < 5; i++) {
    const owner = i === 0 ? evening.owner : await connectedOwner(app);
    const ids = await queueUp(evening, owner, songs);
    const fallback = { kind: "playlist", url: shareLink(PLAYLISTS[0]!) };
    const chosen = await app.call("PUT", "/api/music", { token: owner.token, body: { fallback } });
    assert.equal(chosen.status, 200);
    cafes.push({ owner, ids, player: account.player(i) });
    clock.pass(30_000);
  }
  evening.conduct();
  for (const { owner: { token } } of cafes) {
    const on = await app.call("PUT", "/api/playback/auto", { token, body: { on: true } });
    assert.equal(on.status, 200);
    // They do not begin at the same moment.
    await evening.run(7);
  }
  return cafes;
}

/** Approved requests with falling tips. Returns their ids in this order. */
async function queueUp({ app }: MusicEvening, { ownerId, token }: TestOwner, songs: number) {
  const asked = SONGS.filter((song) => !PLAYLISTS[0]!.songs.includes(song));
  const ids: string[] = [];
  for (let i = 0; i < songs; i++) {
    const { title: songTitle, artists, uri } = asked[i % asked.length]!;
    const request = { songTitle, artist: artists.join(", "), uri, tipAmount: songs - i };
    const { _id } = await queueSong(app, { ownerId, token }, request);
    ids.push(_id);
  }
  return ids;
}

/** The most calls of the Web API within any 30 seconds, on the account's own clock. */
function greatestWindow(timeline: MusicAccount["timeline"]): number {
  const times = webApiCalls(timeline).map(({ at }) => at).sort((a, b) => a - b);
  let first = 0;
  return times.reduce((most, at, last) => {
    while (times[first]! <= at - 30_000) first++;
    return Math.max(most, last - first + 1);
  }, 0);
}

/** The calls of the Web API, without those for tokens and consents. */
function webApiCalls(timeline: MusicAccount["timeline"]): { at: number; call: string }[] {
  return timeline.flatMap((one) => "call" in one && / \/v1\//.test(one.call) ? [one] : []);
}
