// Asks before a guest's song is cut off (docs/playback.md#asking-first).
import type { Confirmation } from "../../lib/confirmation.ts";
import type { ShownSong } from "./observation.ts";

/** A song with less than this left is at its end: by the time of an answer it would be over. */
const END_MS = 5000;
/** A song that is skipped earlier has its tip reversed (docs/money.md#reversal). */
const EARNED_AFTER_MS = 30_000;

/** Whether the next song would cut off a guest's song that plays. */
export function cutsOff(song: ShownSong): boolean {
  return song.byGuest && song.isPlaying && leftMs(song) > END_MS;
}

/** Whether skipping would take something from a guest: the rest of a song, also of one that is paused. */
export function skipsGuest(song: ShownSong): boolean {
  return cutsOff(song) || song.byGuest && !song.isPlaying;
}

/** Resolves to whether the song may be cut off. `next` is the title of the first song of the queue. */
export function askToCut(
  confirmation: Confirmation,
  { title, isPlaying, positionMs }: ShownSong,
  next: string | undefined,
): Promise<boolean> {
  const sentences = [
    positionMs < EARNED_AFTER_MS && "Bahşişi yazılmayacak.",
    next && `Kesilirse hemen '${next}' başlar.`,
  ];
  return confirmation.ask({
    title: `'${title}' ${isPlaying ? "hâlâ çalıyor" : "henüz bitmedi"}. Kesilsin mi?`,
    text: sentences.filter(Boolean).join(" "),
    action: next ? "Kes ve sıradakini çal" : "Şarkıyı kes",
  });
}

function leftMs({ durationMs, positionMs }: ShownSong): number {
  return durationMs === null ? Infinity : durationMs - positionMs;
}
