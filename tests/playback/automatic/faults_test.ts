// Songs that play by themselves while the music account or a person does what it does now and then. In each evening four
// songs are queued and a playlist follows them.
import { strict as assert } from "node:assert";
import { ledger } from "../../../db/schema/money.ts";
import { automaticEvening, type MusicEvening } from "../../support/music/music_evening.ts";
import { assertLedgerAgrees } from "../../support/db/ledger_invariants.ts";

interface Case {
  /** What happens half a minute into the first song. */
  happens: (evening: MusicEvening) => void | Promise<void>;
  /** What ends it after `lasts` seconds. */
  ends?: (evening: MusicEvening) => void | Promise<void>;
  lasts?: number;
  /** The longest silence in seconds that it may cause. */
  silence?: number;
  /** How often each song begins, if it is not once. */
  starts?: number[];
}

const MINUTE = 60;
const heal = ({ account }: MusicEvening) => account.heal();

const CASES: Record<string, Case> = {
  "nothing at all": { happens: () => {} },
  "stuck 'playing' at the end": {
    happens: ({ account }) => void account.fail("stuck playing at the end"),
    // The playlist too stands at the end of its first song.
    silence: 13,
  },
  "progress beyond the duration": {
    happens: ({ account }) => void account.fail("progress beyond the duration"),
    silence: 13,
  },
  "paused at 0 after the end": {
    happens: ({ account }) => void account.fail("paused at 0 after the end"),
  },
  "paused at the end": { happens: ({ account }) => void account.fail("paused at the end") },
  "playing without sound": {
    happens: ({ account }) => void account.fail("playing without sound", { times: 1 }),
    // It is noticed by the next look and the two after it, and the song is ordered once more.
    silence: 35,
    starts: [2, 1, 1, 1],
  },
  "204 while playing": {
    happens: ({ account }) => void account.fail("204 while playing", { times: 4 }),
  },
  "a stale answer after a command": {
    happens: ({ account }) => void account.fail("stale after a command"),
  },
  "null progress": {
    happens: ({ account }) => void account.fail("null progress", { times: Infinity }),
  },
  "a relinked uri": {
    happens: ({ account }) => void account.fail("relinked", { times: Infinity }),
  },
  "a relinked uri without the one that was asked for": {
    happens: ({ account }) =>
      void account.fail("relinked without linked_from", { times: Infinity }),
  },
  "repeat-one left on": { happens: ({ player }) => player.setRepeat("track") },
  "shuffle left on": { happens: ({ player }) => player.setShuffle(true) },
  "a playlist that opens on its first track": {
    happens: ({ account }) => void account.fail("opens on the first track"),
  },
  "autoplay after the last track": { happens: ({ player }) => void (player.order.autoplay = true) },
  "crossfade": { happens: ({ player }) => void (player.crossfadeMs = 12_000), silence: 13 },
  "502": { happens: ({ account }) => void account.fail("502 HTML", { times: 3, path: /./ }) },
  "502 after the effect": { happens: ({ account }) => void account.fail("502 after the effect") },
  "429 with seconds": {
    happens: ({ account }) => void account.fail("429 after 1", { times: 2, path: /./ }),
  },
  "429 with a date": {
    happens: ({ account }) => void account.fail("429 after a date", { times: 2, path: /./ }),
  },
  "429 with nothing": {
    happens: ({ account }) => void account.fail("429 without Retry-After", { times: 2, path: /./ }),
  },
  "the service away for a minute": {
    happens: ({ account }) => account.goAway(),
    ends: ({ account }) => account.comeBack(),
    lasts: MINUTE,
  },
};

for (
  const [name, { happens, ends = heal, lasts = 20 * MINUTE, silence = 5, starts }] of Object
    .entries(CASES)
) {
  Deno.test(`an evening goes on by itself: ${name}`, async () => {
    await using evening = await automaticEvening([40, 30, 20, 10], { withPlaylist: true });
    const { account, requests, app } = evening;
    await evening.run(30);
    await happens(evening);
    const during = await evening.listen(lasts);
    await ends(evening);
    const after = await evening.listen(25 * MINUTE - lasts);
    const played = (await evening.played()).filter(({ requestId }) => requestId !== null);
    assert.deepEqual(played.map(({ uri }) => uri), requests.map(({ uri }) => uri));
    assert.deepEqual(
      requests.map(({ uri }) => account.plays.get(uri)),
      starts ?? [1, 1, 1, 1],
    );
    assert.ok(Math.max(0, ...during, ...after) <= silence, `${during} and ${after} s of silence`);
    const tips = await app.deps.db.read.select().from(ledger);
    assert.deepEqual(tips.map(({ kind, amountKurus }) => [kind, amountKurus]), [
      ...[4000, 3000, 2000, 1000].map((kurus) => ["tip", kurus]),
    ]);
    await assertLedgerAgrees(app.deps);
  });
}

for (const [heardS, kept] of [[10, false], [60, true]] as const) {
  Deno.test(`a song loses its sound for good after ${heardS} s: its tip is ${kept ? "kept" : "reversed"}`, async () => {
    await using evening = await automaticEvening([20]);
    await evening.run(heardS);
    evening.player.fail("playing without sound");
    await evening.run(2 * MINUTE);
    const tips = await evening.app.deps.db.read.select().from(ledger);
    assert.deepEqual(tips.map(({ kind }) => kind), kept ? ["tip"] : ["tip", "reversal"]);
  });
}
