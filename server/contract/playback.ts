// What plays, what a person tells the music, and playing by itself (docs/playback.md, docs/conductor.md).
import * as z from "zod/mini";
import { MsgAnswer } from "./auth.ts";
import type { Calls } from "./call.ts";
import { Device, MUSIC_ERRORS, SearchResult } from "./music.ts";
import { Dedication } from "./requests.ts";

export const PlayerState = z.object({
  isPlaying: z.boolean(),
  track: z.nullable(SearchResult),
  /** Whether a guest asked for `track`. */
  byGuest: z.boolean(),
  progressMs: z.int(),
  durationMs: z.int(),
  /** The name of the device that plays, null if there is none. */
  device: z.nullable(z.string()),
  devices: z.array(Device),
});
export type PlayerState = z.infer<typeof PlayerState>;

/** The song that plays at a cafe (docs/playback.md#what-plays). */
export const PlayingSong = z.object({
  /** Null if no guest asked for the song. */
  requestId: z.nullable(z.string()),
  title: z.string(),
  artist: z.string(),
  albumArt: z.string(),
  startedAt: z.iso.datetime(),
  /** Null if the length is unknown. */
  durationMs: z.nullable(z.int()),
  /** Where the song is at `at`. It goes on with the clock if `isPlaying`. */
  positionMs: z.int(),
  isPlaying: z.boolean(),
  byGuest: z.boolean(),
  /** The label of the table from which it was asked for; absent without one. */
  table: z.optional(z.string()),
  /** The guest's; null without one. */
  dedication: z.nullable(Dedication),
});
export type PlayingSong = z.infer<typeof PlayingSong>;

/** What plays now. `at` is the server's time. */
export const Now = z.object({ playing: z.nullable(PlayingSong), at: z.iso.datetime() });
export type Now = z.infer<typeof Now>;

/**
 * What the person who gives a command saw playing: the id of a play, or null for silence or music that the cafe has not
 * started. Without it, what plays when the call arrives.
 */
export const SeenPlay = z.object({
  playId: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(200)))),
});
export type SeenPlay = z.infer<typeof SeenPlay>;

export const DeviceChoice = z.object({
  deviceId: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type DeviceChoice = z.infer<typeof DeviceChoice>;

export const PLAYBACK_CALLS = {
  "GET /api/cafes/:cafeId/now": {
    summary: "What plays at a cafe, from what was recorded and without asking the music service",
    access: "everyone",
    answer: Now,
    errors: ["cafe_not_found"],
  },
  "POST /api/requests/play-next": {
    summary:
      "Sends the first song of the queue to the player. With `playId`, only if that is what plays still",
    access: "team",
    body: SeenPlay,
    bodyOptional: true,
    answer: MsgAnswer,
    errors: [
      "queue_empty",
      "play_under_way",
      "music_no_device",
      "music_choose_device",
      "player_closed",
      "song_not_found",
      ...MUSIC_ERRORS,
    ],
  },
  "GET /api/spotify/player": {
    summary: "What plays, and on which devices it could",
    access: "owner",
    answer: PlayerState,
    errors: MUSIC_ERRORS,
  },
  "PUT /api/spotify/device": {
    summary: "Chooses the device that play-next plays on",
    access: "owner",
    body: DeviceChoice,
    answer: MsgAnswer,
    errors: ["device_not_found", ...MUSIC_ERRORS],
  },
} as const satisfies Calls;

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

/** What plays, as the team is told it. */
export const OwnPlayingSong = z.extend(PlayingSong, {
  /** By which a command names it. */
  playId: z.string(),
  /** Whether a guest's tip is written for it, which an early skip reverses. One that is paid at the till is not. */
  earnsTip: z.boolean(),
});

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
  /** The page that plays: on what it runs, and how long ago it reported its song, in ms. Null unless a page plays. */
  speaker: z.nullable(z.object({ device: z.nullable(z.string()), agoMs: z.int() })),
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
