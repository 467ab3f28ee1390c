// What plays: the player's state, and playing the next song of the queue.
import * as z from "zod/mini";
import { MsgAnswer } from "./auth.ts";
import type { Calls } from "./call.ts";
import { Device, MUSIC_ERRORS, SearchResult } from "./music.ts";

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
});
export type PlayingSong = z.infer<typeof PlayingSong>;

/** `at` is the server's time. */
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
