// Whether two songs that a service names are one (docs/conductor.md#the-end-of-a-song). Pure.
import type { SongFacts } from "./facts.ts";

/** Durations of one recording may differ by this much. */
const SAME_DURATION_MS = 3_000;

/** Whether two descriptions are of one song. The service may answer with another uri than the one that it was given. */
export function isSameSong(a: SongFacts, b: SongFacts): boolean {
  const uris = [a.uri, a.otherUri].filter((uri) => uri !== undefined);
  if (uris.includes(b.uri) || (b.otherUri !== undefined && uris.includes(b.otherUri))) return true;
  return a.title === b.title && a.artist === b.artist &&
    Math.abs(a.durationMs - b.durationMs) <= SAME_DURATION_MS;
}
