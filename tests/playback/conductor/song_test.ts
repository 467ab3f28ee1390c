// From which look on a song counts as standing still, and what a change tells of the fade before it (docs/conductor.md#the-end-of-a-song).
import { strict as assert } from "node:assert";
import { isSilent, learnedFromChange, motionOf } from "../../../server/playback/conductor/song.ts";
import {
  initialState,
  type Motion,
  type Playing,
} from "../../../server/playback/conductor/state.ts";

const song = { uri: "spotify:track:a", title: "A", artist: "B", albumArt: "", durationMs: 200_000 };

/** The look, counted from 1, at which a song that always shows `progressMs` has no sound. A look comes each 8 s. */
function silentAtLook(progressMs: number): number {
  const shown = { song, isPlaying: true, progressMs, contextUri: null, device: null };
  const playing: Playing = {
    ...{ by: "request", song, since: 0, endsAt: null, motion: null },
    ...{ isSeen: true, hasBegun: true },
  };
  let motion: Motion | null = null;
  for (let look = 1; look <= 10; look++) {
    const at = look * 8_000;
    motion = motionOf(motion, shown, at);
    if (isSilent({ ...playing, motion }, at)) return look;
  }
  return Infinity;
}

Deno.test("motionOf: a song that never leaves its beginning has no sound at the second look, 8 s after the first", () => {
  assert.equal(silentAtLook(0), 2);
  assert.equal(silentAtLook(999), 2);
});

Deno.test("motionOf: a song that stops later may have been paused once, so it has no sound at the third look", () => {
  assert.equal(silentAtLook(1_000), 3);
  assert.equal(silentAtLook(60_000), 3);
});

/** How long before the end of the song the next one began, and what is known of the fade then. */
const LEARNED: [ms: number, fade: { ms: number; isSure: boolean } | null][] = [
  [-1_001, null],
  [-1_000, { ms: 0, isSure: true }],
  [999, { ms: 0, isSure: true }],
  [1_000, { ms: 1_000, isSure: true }],
  [2_499, { ms: 2_499, isSure: true }],
  [2_500, { ms: 2_500, isSure: false }],
  [13_000, { ms: 13_000, isSure: false }],
  [13_001, null],
];
Deno.test("learnedFromChange: below a second there is no fade, a longer one is sure if it is short, or seen again", () => {
  const playing: Playing = {
    ...{ by: "fallback", song, since: 0, endsAt: 200_000, motion: null },
    ...{ isSeen: true, hasBegun: true },
  };
  for (const [ms, fade] of LEARNED) {
    const shown = { song, isPlaying: true, progressMs: 300, contextUri: null, device: null };
    const at = 200_000 - ms + 300;
    const state = initialState({ hold: null, playing, next: { request: true, fallback: null } });
    const crossfade = learnedFromChange(state, playing, shown, at);
    assert.deepEqual(Object.values(crossfade).filter((one) => one !== null), fade ? [fade] : []);
    const again = learnedFromChange({ ...state, crossfade }, playing, shown, at);
    const sure = fade ? [{ ...fade, isSure: true }] : [];
    assert.deepEqual(Object.values(again).filter((one) => one !== null), sure);
  }
});
