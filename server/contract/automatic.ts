// Playing by itself: the switch, what it does at the moment, and a person's hand on the player.
import * as z from "zod/mini";
import { MsgAnswer } from "./auth.ts";
import type { Calls } from "./call.ts";
import { MUSIC_ERRORS } from "./music.ts";
import { PlayerState, PlayingSong, SeenPlay } from "./playback.ts";

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

/** What plays, with the id by which a command names it. */
export const OwnPlayingSong = z.extend(PlayingSong, { playId: z.string() });

/** What the music account's player shows, also if it was started elsewhere. */
export const SeenPlayer = z.omit(PlayerState, { devices: true });
export type SeenPlayer = z.infer<typeof SeenPlayer>;

export const Playback = z.object({
  /** The switch 'Otomatik çal'. */
  auto: z.boolean(),
  state: PlaybackStateName,
  /** What the state means and what to do, in Turkish. */
  sentence: z.string(),
  playing: z.nullable(OwnPlayingSong),
  /**
   * What the account's player shows, for the owner while the switch is off. Null otherwise, without an account, and if the
   * player was not looked at this time.
   */
  seen: z.nullable(SeenPlayer),
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
    errors: [...COMMAND_ERRORS, "play_under_way"],
  },
  "POST /api/playback/skip": {
    summary:
      "Ends the song `playId` and starts the next one. A guest's tip is reversed if less than 30 seconds were heard. If that song is over by now, nothing is skipped",
    access: "team",
    body: SeenPlay,
    bodyOptional: true,
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
