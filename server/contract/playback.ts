// What plays: the player's state, and playing the next song of the queue.
import * as z from "zod/mini";
import { MsgAnswer } from "./auth.ts";
import type { Calls } from "./call.ts";
import { Device, MUSIC_ERRORS, SearchResult } from "./music.ts";

export const PlayerState = z.object({
  isPlaying: z.boolean(),
  track: z.nullable(SearchResult),
  progressMs: z.int(),
  durationMs: z.int(),
  /** The name of the device that plays, null if there is none. */
  device: z.nullable(z.string()),
  devices: z.array(Device),
});
export type PlayerState = z.infer<typeof PlayerState>;

export const DeviceChoice = z.object({
  deviceId: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type DeviceChoice = z.infer<typeof DeviceChoice>;

export const PLAYBACK_CALLS = {
  "POST /api/requests/play-next": {
    summary: "Sends the first song of the queue to the player; its tip is earned",
    access: "owner",
    answer: MsgAnswer,
    errors: [
      "queue_empty",
      "play_under_way",
      "music_no_device",
      "music_choose_device",
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
