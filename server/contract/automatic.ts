// Playing by itself: the switch, what it does at the moment, and a person's hand on the player.
import * as z from "zod/mini";
import { MsgAnswer } from "./auth.ts";
import type { Calls } from "./call.ts";
import { MUSIC_ERRORS } from "./music.ts";
import { PlayingSong } from "./playback.ts";

/** What plays, or what it waits for (docs/conductor.md#states). */
export const PlaybackStateName = z.enum([
  "off",
  "idle",
  "request",
  "fallback",
  "paused",
  "human",
  "no_device",
  "blocked",
  "reconnect",
  "stopped",
]);
export type PlaybackStateName = z.infer<typeof PlaybackStateName>;

export const Playback = z.object({
  /** The switch 'Otomatik çal'. */
  auto: z.boolean(),
  state: PlaybackStateName,
  /** What the state means and what to do, in Turkish. */
  sentence: z.string(),
  playing: z.nullable(PlayingSong),
  /** Who of the team started what plays. Null if nothing plays, or if it began by itself (docs/team.md#who-decided). */
  startedBy: z.nullable(z.string()),
  /** Whether the volume of the device in use can be set. */
  canVolume: z.boolean(),
  /** Null if it cannot be set or is not known. */
  volumePercent: z.nullable(z.int()),
});
export type Playback = z.infer<typeof Playback>;

export const AutoSwitch = z.object({ on: z.boolean() });

export const Volume = z.object({
  percent: z.int().check(z.minimum(0), z.maximum(100)),
});

const COMMAND_ERRORS = [
  "not_supported",
  "nothing_plays",
  "music_no_device",
  "player_closed",
  ...MUSIC_ERRORS,
] as const;

export const AUTOMATIC_CALLS = {
  "GET /api/playback": {
    summary: "Whether songs play by themselves, what plays, and what it waits for",
    access: "team",
    answer: Playback,
  },
  "PUT /api/playback/auto": {
    summary: "Turns playing by itself on or off",
    access: "team",
    body: AutoSwitch,
    answer: Playback,
    errors: ["not_supported"],
  },
  "POST /api/playback/pause": {
    summary: "Pauses the music; nothing starts by itself until it is resumed",
    access: "team",
    answer: MsgAnswer,
    errors: COMMAND_ERRORS,
  },
  "POST /api/playback/resume": {
    summary: "Goes on with what was paused, or lets songs play by themselves again",
    access: "team",
    answer: MsgAnswer,
    errors: COMMAND_ERRORS,
  },
  "POST /api/playback/skip": {
    summary:
      "Ends the song and starts the next one. A guest's tip is reversed within the first 30 seconds",
    access: "team",
    answer: MsgAnswer,
    errors: [
      ...COMMAND_ERRORS,
      "play_under_way",
      "queue_empty",
      "music_choose_device",
      "song_not_found",
    ],
  },
  "PUT /api/playback/volume": {
    summary: "Sets the volume of the device in use",
    access: "team",
    body: Volume,
    answer: MsgAnswer,
    errors: [...COMMAND_ERRORS, "volume_fixed"],
  },
} as const satisfies Calls;
