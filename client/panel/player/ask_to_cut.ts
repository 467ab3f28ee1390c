// Asks before a guest's song is cut off (docs/playback.md#asking-first).
import type { Confirmation } from "../../lib/confirmation.ts";
import type { ShownSong } from "./observation.ts";

/** A song that is skipped earlier has its tip reversed (docs/money.md#reversal). */
const EARNED_AFTER_MS = 30_000;

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
