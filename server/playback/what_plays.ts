// What plays at a cafe: for its guests as it was recorded, for the owner also as the player shows it
// (docs/playback.md#what-plays).
import { getLogger } from "@logtape/logtape";
import { LRUCache } from "lru-cache";
import { findConductor } from "../../db/plays/conductors.ts";
import {
  nowOfOwner,
  type NowRow,
  readNow,
  requestWaits,
  type ShownPlay,
  shownPlay,
  teamFactsOfOwner,
} from "../../db/plays/now_playing.ts";
import { type ActivePlay, findActive } from "../../db/plays/plays.ts";
import type {
  Now,
  Playback,
  PlaybackStateName,
  PlayerState,
  PlayingSong,
  SeenPlayer,
} from "../contract/playback.ts";
import { overInMs, reachedAt, timeAt, withinSong } from "../contract/song_clock.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { LeftOutError, type MusicProvider, type NowPlaying, type Song } from "../music/provider.ts";
import { toSearchResult } from "../music/search.ts";
import { nameOf } from "../team/names.ts";
import { sentenceOf } from "./conductor/state_sentence.ts";
import type { PlayDeps } from "./life.ts";
import { isOver, isSameSong } from "./seen_song.ts";
import { settleByLook } from "./settle.ts";

const log = getLogger(["siradaki", "playback"]);

/** What was last read of what plays at each cafe, by its id. `changes` is `Database.changes` before the row was read. */
export type NowCache = LRUCache<string, { row: NowRow; changes: number | undefined }>;
const MAX_CAFES = 1_000;

export function createNowCache(): NowCache {
  return new LRUCache({ max: MAX_CAFES });
}

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
  const { requestId, title, artist, albumArt, durationMs, tableLabel, dedication } = play;
  const positionMs = reachedAt(play, nowMs);
  if (overInMs({ positionMs, durationMs }) <= 0) return null;
  return {
    requestId,
    title,
    artist,
    albumArt,
    startedAt: new Date(play.startedAt).toISOString(),
    durationMs,
    positionMs: withinSong({ positionMs, durationMs }),
    isPlaying,
    byGuest: play.byGuest === 1,
    ...(tableLabel !== null && { table: tableLabel }),
    dedication: dedication === null ? null : JSON.parse(dedication),
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

type ReadDeps = PlayDeps & Pick<Deps, "conductors">;

/** Who asks, and whether with rights to the music account. */
interface Reader {
  ownerId: string;
  role: string;
}

/**
 * Whether songs play by themselves, what plays, and what it waits for. While the switch is off, the account's player is
 * looked at once, unless the service is busy; while it is on, the conductor looks more often.
 */
export async function readPlayback(
  deps: ReadDeps,
  { ownerId, role }: Reader,
): Promise<Playback> {
  const { conductors, db } = deps;
  conductors.watch(ownerId);
  const [row, source] = await Promise.all([
    findConductor(db, ownerId),
    deps.music.sourceOf(ownerId),
  ]);
  const { selfPlaying } = source;
  const auto = row?.isOn ?? false;
  // A look may begin or release a song, so it comes before what is read.
  const looked = auto && !selfPlaying ? undefined : await lookOnce(deps, ownerId, source);
  const { now: [shown], facts: [facts] } = await db.together({
    now: nowOfOwner({ owner: ownerId }),
    facts: teamFactsOfOwner({ owner: ownerId }),
  });
  const known = selfPlaying ? await selfPlaying.state(ownerId) : row;
  const play = shownPlay(shown);
  // A page that is silent, or not open, is told with the switch off too: what is recorded as playing, or was sent to the
  // page, is not heard.
  const isSilent = !auto && selfPlaying !== undefined && known!.state === "no_device" &&
    (play ?? looked?.play) !== undefined;
  const state = auto ? known!.state as PlaybackStateName : "off";
  const volumePercent = auto && !selfPlaying
    ? row!.volumePercent
    : looked?.seen?.device?.volumePercent ?? null;
  const song = toPlaying(play, deps.now());
  return {
    auto,
    state,
    sentence: sentenceOf({
      state,
      until: row?.stateUntil ?? null,
      sentence: auto || isSilent ? known!.sentence : null,
    }, state === "fallback" && await requestWaits(db, ownerId)),
    playing: song && { ...song, playId: play!.playId, earnsTip: facts?.earnsTip === 1 },
    seen: looked && !selfPlaying && role === "owner" ? toSeen(looked.seen, looked.play) : null,
    speaker: play && selfPlaying
      ? {
        device: facts?.speakerDevice ?? null,
        agoMs: Math.max(0, deps.now() - reportedAt(play)),
      }
      : null,
    startedBy: facts ? nameOf(facts.sentBy, { ownerId, ...facts }) : null,
    canVolume: volumePercent !== null,
    volumePercent,
  };
}

/** When the page last reported its song (epoch ms): a report that fits what was expected moves only how far it was heard. */
function reportedAt(play: ShownPlay): number {
  return timeAt(play, play.heardMs ?? play.positionMs);
}

interface Looked {
  seen: NowPlaying | null;
  /** The active play after the look has settled it. */
  play: ActivePlay | undefined;
}

/** A look at the player that may be left out. Several open pages cause one call. Undefined if it was not made. */
async function lookOnce(
  deps: PlayDeps,
  ownerId: string,
  source: MusicProvider,
): Promise<Looked | undefined> {
  try {
    return await deps.singleFlight.run(`look ${ownerId}`, async () => {
      const [player, before] = await Promise.all([
        source.openPlayer(ownerId),
        findActive(deps.db, ownerId),
      ]);
      if (!player.now) return;
      const seen = await player.now({ mayWait: true });
      // What is read is told all the same if it cannot be recorded now.
      const settled = settleByLook(deps, ownerId, before, source, seen).catch((error) => {
        log.warn("Cannot record what the player of {ownerId} shows: {error}", { ownerId, error });
        return before;
      });
      return { seen, play: await settled };
    });
  } catch (error) {
    // The panel says elsewhere what is wrong with the account.
    if (error instanceof LeftOutError || error instanceof DomainError) return;
    throw error;
  }
}

/**
 * What the owner's player plays, and its devices. A song on its way is settled by it.
 * @throws DomainError `music_*`
 */
export async function readPlayer(deps: PlayDeps, ownerId: string): Promise<PlayerState> {
  // Several open pages ask at the same time. The provider is asked once.
  return await deps.singleFlight.run(`player ${ownerId}`, async () => {
    const [source, before] = await Promise.all([
      deps.music.sourceOf(ownerId),
      findActive(deps.db, ownerId),
    ]);
    const player = await source.openPlayer(ownerId);
    const [seen, devices] = await Promise.all([
      player.now?.({ mayBeOld: true }) ?? null,
      player.devices?.({ mayBeOld: true }) ?? [],
    ]);
    const settles = player.now !== undefined && !seen?.isOld;
    const play = settles ? await settleByLook(deps, ownerId, before, source, seen) : before;
    return { ...toSeen(seen, play), devices };
  });
}

function toSeen(player: NowPlaying | null, play: ActivePlay | undefined): SeenPlayer {
  const shown = player && !isOver(player) ? player : null;
  const song = shown?.song ?? null;
  return {
    isPlaying: shown?.isPlaying ?? false,
    track: song && toSearchResult(song),
    byGuest: song !== null && isOf(play, { ...song, otherUri: shown!.otherUri }),
    progressMs: song && shown!.progressMs || 0,
    durationMs: song?.durationMs ?? 0,
    device: player?.device?.name ?? null,
  };
}

/** Whether `song` is what a guest's play has begun. */
function isOf(play: ActivePlay | undefined, song: Song & { otherUri?: string }): boolean {
  return play?.state === "playing" && play.requestId !== null && isSameSong(play, song);
}
