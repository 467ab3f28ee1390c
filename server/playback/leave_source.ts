// A cafe leaves a source of its music: what is under way there is settled, and what plays there stops, so that two musics
// never sound at once (docs/music.md#settings).
import { getLogger } from "@logtape/logtape";
import { findConductor } from "../../db/plays/conductors.ts";
import { findActive, type LeftPlay, listLeft } from "../../db/plays/plays.ts";
import { withDeadline } from "../timer.ts";
import type { Deps } from "../deps.ts";
import type { MusicProvider, NowPlaying } from "../music/provider.ts";
import { isNaturalChange } from "./conductor/song.ts";
import { happen } from "./life.ts";
import { NETWORK_TIMEOUT_MS } from "./order_song.ts";
import { playKey } from "./settle.ts";
import { mayFollow, showsEffect } from "./play.ts";
import { isOver, isSongOf } from "./seen_song.ts";

type LeaveDeps = Pick<Deps, "db" | "hub" | "music" | "now" | "singleFlight" | "timer">;

/** A service that cannot be reached is told to stop as long as a song may last there. */
const RETRY_MS = 5_000;
const MAX_TRIES = 60;

const log = getLogger(["siradaki", "playback"]);

/**
 * Leaves the cafe's source for `next`: ends the song that plays there, releases one that is on its way, and stops the
 * music; then `choose` makes `next` the cafe's. A song of which less than 30 seconds were heard counts as skipped. If the
 * service cannot be reached the source changes all the same, and the music is stopped as soon as it can be.
 */
export async function leaveSource(
  deps: LeaveDeps,
  ownerId: string,
  next: MusicProvider,
  choose: () => Promise<void>,
): Promise<void> {
  const key = playKey(ownerId);
  // A song that is being ordered is ordered first. Then no other begins before the source has changed.
  while (deps.singleFlight.isRunning(key)) {
    await deps.singleFlight.run(key, () => Promise.resolve()).catch(() => {});
  }
  await deps.singleFlight.run(key, async () => {
    // Another person may have chosen meanwhile: what plays by now is stopped.
    const left = await deps.music.sourceOf(ownerId);
    if (left === next) return;
    const { seen, isStopped } = await withDeadline(
      NETWORK_TIMEOUT_MS,
      (signal) => stopMusic(left, ownerId, signal),
    );
    await settleBySeen(deps, ownerId, seen);
    const active = await findActive(deps.db, ownerId);
    if (active) {
      const isThis = seen !== null && isSongOf(active, seen) && !isOver(seen);
      const positionMs = isThis ? seen.progressMs : null;
      await happen(deps, active, "source_left", { positionMs });
    }
    await choose();
    if (left.selfPlaying) return;
    const leftAt = deps.now();
    const [play] = await listLeft(deps.db, left.id, leftAt - MAX_TRIES * RETRY_MS, ownerId);
    stopAgain(deps, { ownerId, left, leftAt, play }, isStopped);
  });
}

/** A song whose order was not answered has begun if the player shows it. */
async function settleBySeen(
  deps: LeaveDeps,
  ownerId: string,
  seen: NowPlaying | null,
): Promise<void> {
  const active = await findActive(deps.db, ownerId);
  if (active?.state !== "sent" || !showsEffect(seen, active, deps.now())) return;
  await happen(deps, active, "heard", { positionMs: seen!.progressMs });
}

/**
 * Pauses what plays at the service, if it `isMeant`. The page that plays stops by itself, since it is told of nothing to play. Returns
 * what it showed, and whether what is meant is known to be silent.
 */
async function stopMusic(
  left: MusicProvider,
  ownerId: string,
  signal: AbortSignal,
  isMeant: (seen: NowPlaying) => boolean = () => true,
): Promise<{ seen: NowPlaying | null; isStopped: boolean }> {
  if (left.selfPlaying) return { seen: null, isStopped: true };
  let seen: NowPlaying | null = null;
  try {
    const player = await left.openPlayer(ownerId);
    seen = await player.now?.({ signal }) ?? null;
    if (seen?.isPlaying && isMeant(seen)) await player.pause?.(signal);
    return { seen, isStopped: true };
  } catch (error) {
    const { connecting } = left;
    const status = await connecting?.status(ownerId).catch(() => undefined);
    // Without its account there is nothing that could be stopped from here.
    if (status && !status.connected) return { seen, isStopped: true };
    const { label } = left;
    log.warn("Cannot stop the music at {label}, which {ownerId} has left; tries again: {error}", {
      ...{ label, ownerId, error },
    });
    return { seen, isStopped: false };
  }
}

/** What is known of the music at a source that the cafe has left. */
interface LeftMusic {
  ownerId: string;
  left: MusicProvider;
  /** Epoch ms. */
  leftAt: number;
  /** The cafe's last play there, if it was under way then. */
  play: LeftPlay | undefined;
}

/**
 * Called when the server starts: the process may have ended before it could stop the music of a source that was left. What
 * a stop was told already costs one look more.
 */
export async function stopLeftMusic(deps: LeaveDeps): Promise<void> {
  const since = deps.now() - MAX_TRIES * RETRY_MS;
  for (const left of deps.music.all.filter(({ selfPlaying }) => !selfPlaying)) {
    for (const play of await listLeft(deps.db, left.id, since)) {
      const { ownerId, endedAt: leftAt } = play;
      stopAgain(deps, { ownerId, left, leftAt, play }, false, 0);
    }
  }
}

/**
 * Stops the cafe's music there as soon as it can be reached, `isStopped` if it was. An order or a 'Devam' that was not
 * answered, or that another instance is giving, may be carried out later: what it does is looked for until it cannot.
 */
function stopAgain(
  deps: LeaveDeps,
  music: LeftMusic,
  isStopped: boolean,
  afterMs = RETRY_MS,
  tries = MAX_TRIES,
): void {
  const { ownerId, left, leftAt } = music;
  const mayBegin = mayFollow({ sentAt: leftAt }, deps.now());
  if (isStopped && !mayBegin || tries <= 0) return;
  deps.timer.at(deps.now() + afterMs, async () => {
    try {
      // The cafe may have returned meanwhile.
      if (await deps.music.sourceOf(ownerId) === left) return;
      const playlistUri = (await findConductor(deps.db, ownerId))?.fallbackUri ?? null;
      const isMeant = (seen: NowPlaying) =>
        seen.contextUri !== null && seen.contextUri === playlistUri ||
        isOfCafe(music, seen, deps.now());
      const stopped = await withDeadline(
        NETWORK_TIMEOUT_MS,
        (signal) => stopMusic(left, ownerId, signal, isMeant),
      );
      stopAgain(deps, music, stopped.isStopped, RETRY_MS, tries - 1);
    } catch (error) {
      log.warn(
        "Cannot stop the music of the source that {ownerId} has left, and does not try again: stop it at the player: {error}",
        { ownerId, error },
      );
    }
  });
}

/**
 * Whether the player still shows what played when the cafe left it, or what follows that by itself. What has begun since is
 * a person's.
 */
function isOfCafe({ leftAt, play }: LeftMusic, seen: NowPlaying, nowMs: number): boolean {
  if (play && isSongOf(play, seen)) return true;
  if (seen.progressMs === null) return false;
  const begunAt = nowMs - seen.progressMs;
  if (begunAt <= leftAt) return true;
  const { endedAt = 0, durationMs = null, heardMs = null } = play ?? {};
  return durationMs !== null && isNaturalChange(endedAt + durationMs - (heardMs ?? 0), begunAt);
}
