// A cafe leaves a source of its music: what is under way there is settled, and what plays there stops, so that two musics
// never sound at once (docs/music.md#settings).
import { getLogger } from "@logtape/logtape";
import { type ActivePlay, findActive, findLastUnseen } from "../../db/plays.ts";
import { withDeadline } from "../timer.ts";
import type { Deps } from "../deps.ts";
import type { MusicProvider, NowPlaying } from "../music/provider.ts";
import { happen } from "./life.ts";
import { playKey } from "./settle.ts";
import { isOver, isSongOf, mayFollow, showsEffect } from "./play.ts";

type LeaveDeps = Pick<Deps, "db" | "hub" | "music" | "now" | "singleFlight" | "timer">;

const NETWORK_TIMEOUT_MS = 8_000;
/** A service that cannot be reached is told to stop as long as a song may last there. */
const RETRY_MS = 5_000;
const MAX_TRIES = 60;

const log = getLogger(["siradaki", "playback"]);

/**
 * Ends the song that plays at `left`, releases one that is on its way there, and stops the music; then `choose` makes
 * another source the cafe's. A song of which less than 30 seconds were heard counts as skipped. If the service cannot be
 * reached the source changes all the same, and the music is stopped as soon as it can be.
 */
export async function leaveSource(
  deps: LeaveDeps,
  ownerId: string,
  left: MusicProvider,
  choose: () => Promise<void>,
): Promise<void> {
  const key = playKey(ownerId);
  // A song that is being ordered is ordered first. Then no other begins before the source has changed.
  while (deps.singleFlight.isRunning(key)) {
    await deps.singleFlight.run(key, () => Promise.resolve()).catch(() => {});
  }
  await deps.singleFlight.run(key, async () => {
    const { seen, isStopped } = await withDeadline(
      NETWORK_TIMEOUT_MS,
      (signal) => stopMusic(left, ownerId, signal),
    );
    await settleBySeen(deps, ownerId, seen);
    const unseen = await findLastUnseen(deps.db, ownerId);
    const active = await findActive(deps.db, ownerId);
    if (active) {
      const isThis = seen !== null && isSongOf(active, seen) && !isOver(seen);
      const positionMs = isThis ? seen.progressMs : null;
      await happen(deps, active, "source_left", { positionMs });
    }
    await choose();
    if (!isStopped) tryAgain(deps, ownerId, left, MAX_TRIES);
    else if (unseen) stopLate(deps, unseen, left);
  });
}

/** An order that was not answered may be carried out after the source was left. Its song is then stopped. */
function stopLate(
  deps: LeaveDeps,
  play: Pick<ActivePlay, "ownerId" | "uri" | "sentAt">,
  left: MusicProvider,
): void {
  if (!mayFollow(play, deps.now())) return;
  deps.timer.at(deps.now() + RETRY_MS, async () => {
    // A last look comes when no order can be carried out any more.
    stopLate(deps, play, left);
    try {
      if (await deps.music.sourceOf(play.ownerId) === left) return;
      await withDeadline(
        NETWORK_TIMEOUT_MS,
        (signal) =>
          stopMusic(left, play.ownerId, signal, (seen) => showsEffect(seen, play, deps.now())),
      );
    } catch (error) {
      const { ownerId } = play;
      log.warn(
        "Cannot stop a song that began after {ownerId} had left its source. It is tried again while its order may follow; " +
          "after that, stop it at the player: {error}",
        { ownerId, error },
      );
    }
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
 * what it showed, and whether the music is known to be silent.
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

function tryAgain(deps: LeaveDeps, ownerId: string, left: MusicProvider, tries: number): void {
  deps.timer.at(deps.now() + RETRY_MS, async () => {
    try {
      // The cafe may have returned meanwhile.
      if (tries <= 0 || await deps.music.sourceOf(ownerId) === left) return;
      const { isStopped } = await withDeadline(
        NETWORK_TIMEOUT_MS,
        (signal) => stopMusic(left, ownerId, signal),
      );
      if (!isStopped) tryAgain(deps, ownerId, left, tries - 1);
    } catch (error) {
      log.warn(
        "Cannot stop the music of the source that {ownerId} has left, and does not try again: stop it at the player: {error}",
        { ownerId, error },
      );
    }
  });
}
