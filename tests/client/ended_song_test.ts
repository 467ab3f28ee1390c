import { strict as assert } from "node:assert";
import { hear } from "../../client/panel/dashboard/ended_song.ts";
import type { SearchResult } from "../../server/contract/music.ts";
import type { PlayerState } from "../../server/contract/playback.ts";

const SONG = track("1", "Gülpembe");
const OTHER = track("2", "Islak Islak");

Deno.test("hear says which song ended when the player falls silent after it", () => {
  const playing = hear(undefined, state({ isPlaying: true, track: SONG, progressMs: 199_000 }));
  assert.equal(playing.ended, null);
  const silent = hear(playing, state({ track: null }));
  assert.equal(silent.ended, SONG);
  assert.equal(hear(silent, state({ track: null })).ended, SONG, "and goes on saying so");
  assert.equal(hear(silent, state({ isPlaying: true, track: OTHER })).ended, null);
});

Deno.test("hear knows a song that is over though the service still shows it", () => {
  const playing = hear(undefined, state({ isPlaying: true, track: SONG }));
  assert.equal(hear(playing, state({ track: SONG, progressMs: 0 })).ended, SONG);
  assert.equal(hear(playing, state({ track: SONG, progressMs: 200_000 })).ended, SONG);
});

Deno.test("hear does not take a paused song, or a silence that was there before, for an end", () => {
  const playing = hear(undefined, state({ isPlaying: true, track: SONG }));
  assert.equal(hear(playing, state({ track: SONG, progressMs: 90_000 })).ended, null);
  assert.equal(hear(playing, state({ track: OTHER, progressMs: 0 })).ended, null);
  assert.equal(hear(undefined, state({ track: null })).ended, null);
});

function state(changes: Partial<PlayerState>): PlayerState {
  return {
    isPlaying: false,
    track: null,
    progressMs: 0,
    durationMs: 200_000,
    device: null,
    devices: [],
    ...changes,
  };
}

function track(id: string, title: string): SearchResult {
  return { id, title, artist: "", albumArt: "", uri: `spotify:track:${id}` };
}
