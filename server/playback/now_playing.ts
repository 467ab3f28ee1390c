// What plays at a cafe, as its pages show it (docs/playback.md#what-plays).
import { type NowRow, readNow, type ShownPlay, shownPlay } from "../../db/now_playing.ts";
import type { Now, PlayingSong } from "../contract/playback.ts";
import { overInMs } from "../contract/waiting.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";

type NowDeps = Pick<Deps, "db" | "hub" | "nowCache" | "singleFlight">;

/** @throws DomainError `cafe_not_found` */
export async function answerNow(
  deps: NowDeps & Pick<Deps, "now">,
  cafeId: string,
): Promise<Now> {
  const row = await readNowRow(deps, cafeId);
  const nowMs = deps.now();
  return { playing: toPlaying(shownPlay(row), nowMs), at: new Date(nowMs).toISOString() };
}

/** The song at `nowMs` (epoch), null if there is none or it is over. */
export function toPlaying(play: ShownPlay | undefined, nowMs: number): PlayingSong | null {
  if (!play) return null;
  const isPlaying = play.isPaused === 0;
  const { requestId, title, artist, albumArt, durationMs } = play;
  const elapsedMs = isPlaying ? Math.max(0, nowMs - play.positionAt) : 0;
  const positionMs = play.positionMs + elapsedMs;
  if (overInMs({ positionMs, durationMs, isPlaying }) <= 0) return null;
  return {
    requestId,
    title,
    artist,
    albumArt,
    startedAt: new Date(play.startedAt).toISOString(),
    durationMs,
    positionMs: Math.min(positionMs, durationMs ?? positionMs),
    isPlaying,
    byGuest: requestId !== null,
  };
}

/**
 * Reads what plays, with every change that was committed before the call, also by other processes. A file is read only if
 * something has been committed since, a server only if its room's revision does not count as current
 * (docs/requests.md#caching). @throws DomainError `cafe_not_found`
 */
export async function readNowRow(
  { db, hub, nowCache, singleFlight }: NowDeps,
  cafeId: string,
): Promise<NowRow> {
  const changes = await db.changes();
  const kept = nowCache.get(cafeId);
  const confirmed = kept && hub.confirmedRevision(kept.row.ownerId);
  if (kept && changes !== undefined && kept.changes === changes) return kept.row;
  if (kept && confirmed !== undefined && kept.row.revision >= confirmed) return kept.row;
  const read = () => readNow(db, cafeId);
  const version = changes ?? confirmed;
  // After a change, every page of the room asks at the same moment. Without a version an older read may be under way.
  const row = version === undefined
    ? await read()
    : await singleFlight.run(`now ${cafeId} ${version}`, read);
  if (!row) throw new DomainError("cafe_not_found");
  nowCache.set(cafeId, { row, changes });
  return row;
}
