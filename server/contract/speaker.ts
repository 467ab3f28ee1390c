// The page that plays the cafe's own files: who holds it, what it is to play, and what it reports (docs/speaker.md).
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { DAY_MS } from "./clock.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(200));

/** A tab that wants to be the cafe's player. `take`: also if another one is. */
export const SpeakerClaim = z.object({ tab: Id, take: z.optional(z.boolean()) });
export type SpeakerClaim = z.infer<typeof SpeakerClaim>;

export const SpeakerLease = z.object({
  /** A secret that only this tab has. */
  lease: z.string(),
  epoch: z.int(),
  /** Until when no other tab gets it without `take`. Each report and each reading of `current` renews it. */
  until: z.iso.datetime(),
});
export type SpeakerLease = z.infer<typeof SpeakerLease>;

export const SpeakerSong = z.object({
  /** The id of the play. That of `next` becomes the play's when it begins. */
  id: z.string(),
  uri: z.string(),
  title: z.string(),
  artist: z.string(),
  albumArt: z.string(),
  durationMs: z.int(),
  audioUrl: z.string(),
  /** By how much to change its loudness, in dB. */
  gainDb: z.number(),
  /** Where to begin, or where it is by now. */
  positionMs: z.int(),
});
export type SpeakerSong = z.infer<typeof SpeakerSong>;

export const SpeakerOrders = z.object({
  /** The song that is to play now. */
  play: z.nullable(SpeakerSong),
  /** What the player begins by itself when `play` ends, or at once if there is no `play`. */
  next: z.nullable(SpeakerSong),
  paused: z.boolean(),
  volumePercent: z.int(),
});
export type SpeakerOrders = z.infer<typeof SpeakerOrders>;

/**
 * `started` and `ended` name the song by the id of `play` or `next`. `silent`: the browser plays nothing before a person
 * presses something. The same event twice changes nothing.
 */
export const SpeakerReport = z.object({
  lease: Id,
  playId: Id,
  event: z.enum(["started", "progress", "ended", "failed", "silent"]),
  positionMs: z.int().check(z.minimum(0), z.maximum(DAY_MS)),
  /** Why it failed, for the log. */
  why: z.optional(z.string().check(z.maxLength(300))),
});
export type SpeakerReport = z.infer<typeof SpeakerReport>;

export const SPEAKER_CALLS = {
  "POST /api/player/claim": {
    summary: "Makes this tab the cafe's player, and lets it fetch audio",
    access: "team",
    body: SpeakerClaim,
    answer: SpeakerLease,
    errors: ["player_taken", "source_not_ready"],
  },
  "GET /api/player/current": {
    summary: "What the player is to play now and next",
    access: "everyone",
    query: z.object({ lease: Id }),
    answer: SpeakerOrders,
    errors: ["player_lease_old"],
  },
  "POST /api/player/report": {
    summary: "What the player has done; answers what it is to do",
    access: "everyone",
    body: SpeakerReport,
    answer: SpeakerOrders,
    errors: ["player_lease_old"],
  },
  "POST /api/player/leave": {
    summary: "Gives the lease back: the page was closed, and what it played is silent",
    access: "everyone",
    body: z.object({ lease: Id }),
    errors: ["player_lease_old"],
  },
  "GET /api/library/songs/:id/audio": {
    summary: "A song's audio, for the owner to listen to",
    access: "owner",
    media: "audio/*",
    attachment: true,
    errors: ["song_not_found", "range_not_satisfiable", "source_not_ready"],
  },
  "GET /api/library/audio/:file": {
    summary:
      "A song's audio, in ranges, for the cafe's player alone: `file` is its id and extension",
    access: "everyone",
    media: "audio/*",
    errors: ["unauthenticated", "song_not_found", "range_not_satisfiable"],
  },
} as const satisfies Calls;
