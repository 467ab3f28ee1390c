// Starts the next song of the queue, or the playlist for an empty queue, for the conductor's machine.
import { withDeadline } from "../../timer.ts";
import type { Playlist } from "../../music/provider.ts";
import type { PlayDeps } from "../life.ts";
import { NETWORK_TIMEOUT_MS } from "../order_song.ts";
import { playKey } from "../settle.ts";
import { type Started, startNext } from "../start_next.ts";
import { toFailure } from "./look_at.ts";
import { toSong } from "./stored_facts.ts";
import type { ConductorEvent, SongFacts } from "./vocabulary.ts";

/** Orders a song once more that plays without sound. */
export async function orderAgain(
  deps: PlayDeps,
  ownerId: string,
  { uri }: SongFacts,
  deviceId: string | undefined,
): Promise<ConductorEvent> {
  const { music, now } = deps;
  return await alone(deps, ownerId, async (signal) => {
    try {
      const player = await music.owning(uri)?.openPlayer(ownerId);
      const outcome = await player?.play({ uri }, { deviceId, signal });
      if (outcome?.kind === "refused") {
        return { type: "order_failed", failure: toFailure(outcome.error, now()) };
      }
      return { type: "ordered_again" };
    } catch (error) {
      return { type: "order_failed", failure: toFailure(error, now()) };
    }
  });
}

/** Sends the first song of the queue. */
export async function startRequest(
  deps: PlayDeps,
  ownerId: string,
  deviceId: string | undefined,
): Promise<ConductorEvent> {
  return await alone(deps, ownerId, (signal) => send(deps, ownerId, { deviceId, signal }));
}

/** Gives an order, unless a press of play next or a start of the server is at work on a song: then that is the next one. */
async function alone(
  { singleFlight }: Pick<PlayDeps, "singleFlight">,
  ownerId: string,
  order: (signal: AbortSignal) => Promise<ConductorEvent>,
): Promise<ConductorEvent> {
  const key = playKey(ownerId);
  if (!singleFlight.isRunning(key)) {
    return await singleFlight.run(key, () => withDeadline(NETWORK_TIMEOUT_MS, order));
  }
  await singleFlight.run(key, () => Promise.resolve()).catch(() => {});
  return { type: "order_left", isOver: true };
}

interface Options {
  deviceId: string | undefined;
  signal: AbortSignal;
}

async function send(deps: PlayDeps, ownerId: string, options: Options): Promise<ConductorEvent> {
  const { now } = deps;
  let started: Started;
  try {
    started = await startNext(deps, ownerId, { ...options, isFollowed: true });
  } catch (error) {
    return { type: "order_failed", failure: toFailure(error, now()) };
  }
  switch (started.kind) {
    case "playing": {
      const { play } = started;
      return { type: "request_ordered", playId: play.id, song: toSong(play), hasBegun: false };
    }
    case "queue_empty":
      return { type: "queue_empty" };
    case "told":
    case "found":
    case "play_under_way":
      return { type: "order_left" };
    case "not_seen":
      return { type: "released", playId: started.play.id, unplayable: started.unplayable };
    case "refused":
      // A song that left the queue counts as a failure; any other refusal is not about the song.
      if (started.unplayable) {
        return { type: "released", playId: started.play.id, unplayable: true };
      }
      return { type: "order_failed", failure: toFailure(started.error, now()) };
    case "unanswered":
      return { type: "order_failed", failure: toFailure(started.error, now()) };
  }
}

/** Starts the playlist on the device in use. */
export async function startFallback(
  deps: PlayDeps,
  ownerId: string,
  playlist: Pick<Playlist, "uri" | "length">,
  deviceId: string | undefined,
): Promise<ConductorEvent> {
  const { music, now } = deps;
  return await alone(deps, ownerId, async (signal) => {
    try {
      const player = await (await music.sourceOf(ownerId)).openPlayer(ownerId);
      const outcome = await player.playPlaylist?.(playlist, { deviceId, signal });
      if (outcome?.kind === "refused") {
        if (outcome.because) return { type: "fallback_missing", contextUri: playlist.uri };
        return { type: "order_failed", failure: toFailure(outcome.error, now()) };
      }
      // The next look shows whether an unknown outcome is an effect.
      return { type: "fallback_ordered", contextUri: playlist.uri };
    } catch (error) {
      return { type: "order_failed", failure: toFailure(error, now()) };
    }
  });
}
