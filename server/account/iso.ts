// Times of an export.

/** A time in epoch ms as ISO 8601. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same for a time that may be missing. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
