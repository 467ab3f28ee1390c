import { strict as assert } from "node:assert";
import { later, observe } from "../../../../client/panel/player/use_playback.ts";
import {
  ownPlayingSong,
  playback,
  playingSeen,
  silentSeen,
} from "../../../support/people/playback.ts";

const PLAYING = playback({ state: "request", playing: ownPlayingSong() });
const IDLE = playback({ state: "idle" });

Deno.test("observe says which song ended when silence follows it", () => {
  const playing = observe(undefined, PLAYING);
  assert.equal(playing.ended, null);
  const silent = observe(playing, IDLE);
  assert.equal(silent.ended?.title, "Gülpembe");
  assert.equal(observe(silent, IDLE).ended?.title, "Gülpembe", "also when read again");
  assert.equal(observe(silent, PLAYING).ended, null);
});

Deno.test("observe does not take a paused song, or an earlier silence, for an end", () => {
  const playing = observe(undefined, playback({ seen: playingSeen() }));
  const silence = playback({ seen: silentSeen() });
  const paused = observe(playing, playback({ seen: playingSeen({ isPlaying: false }) }));
  assert.equal(paused.ended, null);
  assert.equal(observe(paused, silence).ended, null);
  assert.equal(observe(undefined, silence).ended, null);
});

for (const state of ["human", "blocked"] as const) {
  Deno.test(`observe does not call a song ended without a successor in the state ${state}`, () => {
    assert.equal(observe(observe(undefined, PLAYING), playback({ state })).ended, null);
  });
}

Deno.test("observe does not take something without a track that plays for an end", () => {
  const playing = observe(undefined, playback({ seen: playingSeen() }));
  const advertisement = playback({ seen: silentSeen({ isPlaying: true }) });
  assert.equal(observe(playing, advertisement).ended, null);
});

Deno.test("what the player shows counts more than what was recorded: a pause by hand is seen", () => {
  const seen = playingSeen({ isPlaying: false });
  const { song } = observe(undefined, playback({ playing: ownPlayingSong(), seen }));
  assert.equal(song?.isPlaying, false);
  assert.equal(song?.positionMs, 83_000);
});

Deno.test("a player that was not looked at this time leaves what was recorded", () => {
  const { song } = observe(undefined, playback({ playing: ownPlayingSong(), seen: null }));
  assert.equal(song?.positionMs, 60_000);
});

Deno.test("later moves a song that plays, and no paused one", () => {
  assert.equal(later(observe(undefined, PLAYING), 1000)?.song?.positionMs, 61_000);
  const paused = playback({ state: "paused", playing: ownPlayingSong({ isPlaying: false }) });
  assert.equal(later(observe(undefined, paused), 1000)?.song?.positionMs, 60_000);
  assert.equal(later(undefined, 1000), undefined);
});
