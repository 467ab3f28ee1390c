// What the player is told: what plays now, and what follows (docs/speaker.md#orders).
import { MAX_FAILURES } from "../contract/limits.ts";
import { type PlayerState, type PlayerTrack, readPlayerState } from "../../db/plays/speaker.ts";
import { findFollowing } from "../../db/plays/shuffle.ts";
import { withinSong } from "../contract/song_clock.ts";
import type { SpeakerOrders, SpeakerSong } from "../contract/speaker.ts";
import type { Deps } from "../deps.ts";
import { extensionOf } from "../library/folder.ts";
import { COVER_PATH, LIBRARY_SOURCE, libraryId, libraryUri } from "../library/song_uri.ts";

/** The play or the request that an id of `next` stands for. */
type NextPlay = { requestId: string } | { round: number; trackId: number };

/** The id of the play of a song of the shuffled library. */
function trackPlayId(ownerId: string, round: number, trackId: number): string {
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

/** The answer to the player of this owner. */
export async function readOrders(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<SpeakerOrders> {
  const at = now();
  const { state, active, request } = await readPlayerState(db, {
    ...{ ownerId, source: LIBRARY_SOURCE, at },
  });
  const next = state && followsByItself(state)
    ? request ?? await fallbackSong(db, ownerId, state, at)
    : undefined;
  return {
    play: active ? toSong(active, active.positionMs) : null,
    next: next ? toSong(next, 0) : null,
    paused: state?.isPaused === 1,
    volumePercent: state?.volumePercent ?? 100,
  };
}

function followsByItself({ isSource, isOn, failures }: PlayerState): boolean {
  return isSource === 1 && isOn === 1 && failures < MAX_FAILURES;
}

async function fallbackSong(
  db: Deps["db"],
  ownerId: string,
  { hasFallback, shuffleRound, shufflePlace }: PlayerState,
  at: number,
): Promise<PlayerTrack | undefined> {
  if (!hasFallback) return;
  const found = await findFollowing(db, {
    ...{ ownerId, at, round: shuffleRound, place: shufflePlace },
  });
  if (!found) return;
  const { trackId, hasCover, ...track } = found.track;
  return {
    ...track,
    id: trackPlayId(ownerId, found.round, trackId),
    requestId: null,
    uri: libraryUri(trackId),
    albumArt: hasCover ? `${COVER_PATH}${trackId}` : "",
  };
}

function toSong({ path, gainDb, durationMs, ...track }: PlayerTrack, at: number): SpeakerSong {
  const { id, uri, title, artist, albumArt } = track;
  // Browsers recognize some types by the ending of the address alone.
  const extension = extensionOf(path ?? "") || "audio";
  const positionMs = Math.round(Math.max(0, withinSong({ positionMs: at, durationMs })));
  return {
    ...{ id, uri, title, artist, albumArt, positionMs },
    durationMs: durationMs ?? 0,
    audioUrl: `/api/library/audio/${libraryId(uri)}.${extension}`,
    gainDb: gainDb ?? 0,
  };
}
