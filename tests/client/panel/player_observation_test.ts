import { strict as assert } from "node:assert";
import { observePlayer } from "../../../client/panel/dashboard/player_observation.ts";
import type { PlayerState } from "../../../server/contract/playback.ts";
import { searchResult } from "../../support/people/songs.ts";

const SONG = searchResult({ id: "1" });
const OTHER = searchResult({ id: "2" });

Deno.test("observePlayer says which song ended when the player falls silent after it", () => {
  const playing = observePlayer(undefined, state({ isPlaying: true, track: SONG }));
  assert.equal(playing.ended, null);
  const silent = observePlayer(playing, state({ track: null }));
  assert.equal(silent.ended, SONG);
  assert.equal(observePlayer(silent, state({ track: null })).ended, SONG, "also when read again");
  assert.equal(observePlayer(silent, state({ isPlaying: true, track: OTHER })).ended, null);
});

Deno.test("observePlayer does not take a paused song, or an earlier silence, for an end", () => {
  const playing = observePlayer(undefined, state({ isPlaying: true, track: SONG }));
  const paused = observePlayer(playing, state({ track: SONG, progressMs: 90_000 }));
  assert.equal(paused.ended, null);
  assert.equal(observePlayer(paused, state({ track: null })).ended, null);
  assert.equal(observePlayer(undefined, state({ track: null })).ended, null);
});

Deno.test("observePlayer does not take something without a track that plays for an end", () => {
  const playing = observePlayer(undefined, state({ isPlaying: true, track: SONG }));
  assert.equal(observePlayer(playing, state({ isPlaying: true, track: null })).ended, null);
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
