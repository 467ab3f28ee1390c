// Five cafes on one client id, with their panels open and guests who search: what the service is asked (docs/music.md#calls).
import { strict as assert } from "node:assert";
import { asc, eq } from "drizzle-orm";
import { plays } from "../../../db/schema/requests.ts";
import { SONGS } from "../../../server/music/demo/catalogue/songs.ts";
import { assertLedgerAgrees } from "../../support/db/ledger_invariants.ts";
import { crowdedClient } from "../../support/music/crowded_client.ts";
import { greatestWindow, webApiCalls } from "../../support/music/web_api_calls.ts";
import { anyAddress, queueOf } from "../../support/people/requests.ts";
import { LONG } from "../../support/time/effort.ts";

interface Case {
  songS: number;
  /** Seconds between two searches of guests. */
  searchS: number;
  /** The longest silence in seconds. */
  silenceS: number;
  /** Without a look that only keeps up, a song takes two looks and an order. */
  callsPerSong: number;
}

const CASES: Case[] = [
  { songS: 20, searchS: 15, silenceS: 0, callsPerSong: 3.5 },
  { songS: 210, searchS: 3, silenceS: 0, callsPerSong: 25 },
];
const MINUTES = 30;

for (const { songS, searchS, silenceS, callsPerSong } of CASES) {
  Deno.test(`five cafes with songs of ${songS} s, panels and a search each ${searchS} s: at most 30 calls in any 30 s`, async () => {
    const count = Math.ceil(MINUTES * 60 / songS * 0.8);
    await using crowd = await crowdedClient({
      ...{ count: 5, songs: count, songLength: { ms: songS * 1000 } },
    });
    const { account, app, cafes } = crowd;
    account.timeline.length = 0;
    const silent = cafes.map(() => ({ nowS: 0, longestS: 0 }));
    let refused = 0;
    for (let s = 0; s < MINUTES * 60; s++) {
      for (const [i, { owner: { token } }] of cafes.entries()) {
        if (s % 10 === i) {
          const response = await app.call("GET", "/api/playback", { token });
          assert.equal(response.status, 200);
        }
      }
      if (s % searchS === 0) {
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

    const calls = webApiCalls(account.timeline);
    const byPlayer = calls.filter(({ call }) => !/search/.test(call)).length;
    const songs = account.timeline.filter((one) => "started" in one).length;
    const longestS = silent.map((silence) => silence.longestS);
    const figures = `${greatestWindow(account)} calls in the greatest window; ` +
      `${(byPlayer / songs).toFixed(1)} calls a song (${byPlayer} for ${songs}); ` +
      `${refused} searches refused; silences of ${longestS} s`;
    if (LONG) console.log(figures);
    assert.ok(greatestWindow(account) <= 30, figures);
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
