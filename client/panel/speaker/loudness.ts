// How loud a song is to be played. Pure.

/** No file is changed by more than this, in dB: its tags may be wrong. */
const MAX_CHANGE_DB = 24;

/** By what to multiply a song's samples to change it by `db` decibels. */
export function gainOf(db: number): number {
  return 10 ** (Math.min(Math.max(db, -MAX_CHANGE_DB), MAX_CHANGE_DB) / 20);
}
