// What a look at the player proves.
import { strict as assert } from "node:assert";
import type { NowPlaying } from "../../server/music/provider.ts";
import { showsEffect } from "../../server/playback/play.ts";

const URI = "spotify:track:4uLU6hMCjMI75M1A2tKUQC";
const PLAY = { uri: URI, sentAt: 1_000_000 };
const DURATION_MS = 200_000;

function playing(progressMs: number | null, isPlaying = true, uri = URI): NowPlaying {
  const song = {
    id: "x",
    uri,
    title: "x",
    artist: "x",
    albumArt: "",
    durationMs: DURATION_MS,
    explicit: false,
  };
  return { song, isPlaying, progressMs, contextUri: null, device: null };
}

for (
  const [what, player, elapsedMs, ours] of [
    ["nothing plays", null, 5_000, false],
    ["an advertisement plays", { ...playing(0), song: null }, 5_000, false],
    ["another song plays", playing(3_000, true, "spotify:track:other"), 5_000, false],
    [
      "it plays as another recording",
      { ...playing(4_500, true, "spotify:track:other"), otherUri: URI },
      5_000,
      true,
    ],
    ["it plays, and the service does not say where", playing(null), 5_000, true],
    ["it plays since the order", playing(4_500), 5_000, true],
    ["it has just begun", playing(0), 5_000, true],
    ["the clocks differ a little", playing(5_900), 5_000, true],
    ["it has played for longer than the order is old", playing(7_100), 5_000, false],
    ["it was paused since", playing(2_000, false), 5_000, true],
    ["it is paused at its start, so it ended before the order", playing(0, false), 5_000, false],
    [
      "it is paused at its end, so it ended before the order",
      playing(DURATION_MS, false),
      5_000,
      false,
    ],
    ["the clock was set back since the order", playing(90_000), -3_600_000, true],
    ["the order is older than the song is long", playing(0, false), DURATION_MS, true],
  ] as const
) {
  Deno.test(`showsEffect is ${ours} if ${what}`, () => {
    assert.equal(showsEffect(player, PLAY, PLAY.sentAt + elapsedMs), ours);
  });
}
