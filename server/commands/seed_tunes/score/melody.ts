// Melodies as text: `a4:2 c5:1 -:1 | eb5>d5:4`.
import { readNote } from "./pitch.ts";

export interface MelodyNote {
  /** In eighths, from the beginning of the phrase. */
  start: number;
  /** In eighths. */
  length: number;
  midi: number;
  /** A short note just before it. */
  grace?: number;
}

/**
 * Reads notes with their length in eighths. `-` is a rest, `eb5>d5:4` a note with a short one before it, and `|` a bar
 * line.
 * @throws TypeError if a note cannot be read; RangeError if a bar is not `barLength` eighths long
 */
export function readMelody(
  text: string,
  barLength: number,
): { notes: MelodyNote[]; length: number } {
  const notes: MelodyNote[] = [];
  let at = 0;
  for (const bar of text.split("|")) {
    const end = at + barLength;
    for (const token of bar.trim().split(/\s+/)) {
      const [name = "", eighths = ""] = token.split(":");
      const [note = "", grace] = name.split(">").toReversed();
      const length = Number(eighths);
      if (note !== "-") {
        notes.push({
          start: at,
          length,
          midi: readNote(note),
          grace: grace === undefined ? undefined : readNote(grace),
        });
      }
      at += length;
    }
    if (at !== end) throw new RangeError(`'${bar.trim()}' is no bar of ${barLength} eighths`);
  }
  return { notes, length: at };
}
