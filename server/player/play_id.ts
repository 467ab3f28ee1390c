// The ids of plays that the player may begin: they stay the same until the play begins or fails (docs/player.md#orders).
// Pure.

/** What an id of `next` stands for. */
export type NextPlay = { requestId: string } | { round: number; trackId: number };

/** The id of the play of a song of the shuffled library. */
export function trackPlayId(ownerId: string, round: number, trackId: number): string {
  return `${ownerId}-${round}-${trackId}`;
}

/** What this id stands for, undefined if the owner's player was never told it. */
export function readPlayId(ownerId: string, id: string): NextPlay | undefined {
  const [name = "", ...numbers] = id.split("-");
  if (numbers.length === 0 || !numbers.every((text) => /^\d{1,15}$/.test(text))) return;
  const [first, second] = numbers.map(Number);
  if (numbers.length === 1) return { requestId: name };
  if (numbers.length > 2 || name !== ownerId) return;
  return { round: first!, trackId: second! };
}
