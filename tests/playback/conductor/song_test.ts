// From which look on a song counts as standing still (docs/conductor.md#the-end-of-a-song).
import { strict as assert } from "node:assert";
import { isSilent, motionOf } from "../../../server/playback/conductor/song.ts";
import type { Motion, Playing } from "../../../server/playback/conductor/state.ts";

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
