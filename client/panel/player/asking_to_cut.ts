// Whether an order would take something from a guest, and the question that then comes first (docs/playback.md#asking-first).
// Pure.
import type { OpenRequest } from "../../../server/contract/requests.ts";
import type { Question } from "../../lib/confirmation.ts";
import { type ShownSong, songOverInMs } from "./observation.ts";

/** A song with less than this left is at its end: by the time of an answer it would be over. */
const END_MS = 5000;

/** Whether the next song would cut off a guest's song that plays. */
export function cutsOff(song: ShownSong): boolean {
  return song.byGuest && song.isPlaying && leftMs(song) > END_MS;
}

/** Whether skipping would take something from a guest: the rest of a song, also of one that is paused. */
export function skipsGuest(song: ShownSong): boolean {
  return cutsOff(song) || song.byGuest && !song.isPlaying;
}

function leftMs({ durationMs, positionMs }: ShownSong): number {
  return durationMs === null ? Infinity : durationMs - positionMs;
}

/** A song that is skipped earlier has its tip reversed (docs/money.md#reversal). */
const EARNED_AFTER_MS = 30_000;

/** `request` is the one for the song, if it was seen; `next` the title of the first song of the queue. */
export function questionAbout(
  { title, isPlaying, positionMs }: ShownSong,
  request: OpenRequest | undefined,
  next: string | undefined,
): Question {
  const losesTip = request && request.tipAmount > 0 && !request.atTill &&
    positionMs < EARNED_AFTER_MS;
  const sentences = [
    losesTip && "Bahşişi yazılmayacak.",
    next && `Kesilirse hemen '${next}' başlar.`,
  ];
  return {
    title: `'${title}' ${isPlaying ? "hâlâ çalıyor" : "henüz bitmedi"}. Kesilsin mi?`,
    text: sentences.filter(Boolean).join(" "),
    action: next ? "Kes ve sıradakini çal" : "Şarkıyı kes",
  };
}

/** Whether the song that was asked about is the one that is there `now`, and not at its end. */
export function isStillThere(asked: ShownSong, now: ShownSong | null): boolean {
  if (!now || (songOverInMs(now) ?? 1) <= 0) return false;
  if (asked.playId !== undefined && now.playId !== undefined) return asked.playId === now.playId;
  return asked.title === now.title && asked.artist === now.artist;
}
