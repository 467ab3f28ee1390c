// What a look at the player says of a song (docs/conductor.md#the-end-of-a-song).
import { strict as assert } from "node:assert";
import type { NowPlaying, Song } from "../../server/music/provider.ts";
import { isOver, isSameSong, isSongOf } from "../../server/playback/seen_song.ts";

const SONG: Song = {
  ...{ id: "x", uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC", title: "Gülpembe" },
  ...{ artist: "Barış Manço", albumArt: "", durationMs: 200_000, explicit: false },
};
const OTHER_URI = "spotify:track:0000000000000000000001";

function shown(changes: Partial<NowPlaying>): NowPlaying {
  return {
    song: SONG,
    isPlaying: false,
    progressMs: 90_000,
    contextUri: null,
    device: null,
    ...changes,
  };
}

for (
  const [what, seen, over] of [
    ["begins", shown({ isPlaying: true, progressMs: 0 }), false],
    ["plays its last moment", shown({ isPlaying: true, progressMs: 200_000 }), false],
    ["seems to play 10 s after its end", shown({ isPlaying: true, progressMs: 210_000 }), true],
    ["stands in the middle", shown({}), false],
    ["stands at its start", shown({ progressMs: 0 }), true],
    ["stands a moment after its start", shown({ progressMs: 1 }), false],
    ["stands 3 s before its end", shown({ progressMs: 197_000 }), true],
    ["stands more than 3 s before its end", shown({ progressMs: 196_999 }), false],
    ["stands at its end", shown({ progressMs: 200_000 }), true],
    ["stands at a place that the service does not say", shown({ progressMs: null }), false],
    ["has no known length", shown({ song: { ...SONG, durationMs: null } }), false],
    [
      "stands at the end of a page that tells it",
      shown({ progressMs: 200_000, tellsEnd: true }),
      false,
    ],
    ["is none, but an advertisement", shown({ song: null, progressMs: 0 }), false],
  ] as const
) {
  Deno.test(`isOver is ${over} for a song that ${what}`, () => {
    assert.equal(isOver(seen), over);
  });
}

for (
  const [what, changes, proven, same] of [
    [
      "of the same uri, whatever its words",
      { uri: SONG.uri, title: "Gülpembe (Live)" },
      true,
      true,
    ],
    ["of another uri, which the service plays for it", { otherUri: SONG.uri }, true, true],
    ["of another uri, with the same words and length", {}, false, true],
    ["of another uri, 3 s longer", { durationMs: 203_000 }, false, true],
    ["of another uri, more than 3 s longer", { durationMs: 203_001 }, false, false],
    ["of another uri and of unknown length", { durationMs: null }, false, true],
    ["with another title", { title: "Gül pembe" }, false, false],
    ["by another artist", { artist: "Barış" }, false, false],
  ] as const
) {
  const { otherUri, ...song } = { uri: OTHER_URI, otherUri: undefined, ...changes };
  const seen = { ...SONG, ...song };
  Deno.test(`isSongOf is ${proven} and isSameSong is ${same} of a song ${what}`, () => {
    assert.equal(isSongOf(SONG, { song: seen, otherUri }), proven);
    assert.equal(isSameSong(SONG, { ...seen, otherUri }), same);
    assert.equal(isSameSong({ ...seen, otherUri }, SONG), same);
  });
}
