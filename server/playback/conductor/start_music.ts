// Starts the next song of the queue, or the playlist for an empty queue, for the conductor's machine.
import { acceptPlay, releaseTried } from "../../../db/play_records.ts";
import { releasePlay, type SentPlay } from "../../../db/plays.ts";
import { sendFirst } from "../../../db/send_first.ts";
import { withDeadline } from "../../deadline.ts";
import { newId } from "../../ids.ts";
import type { Playlist } from "../../music/provider.ts";
import { orderSong } from "../order_song.ts";
import { findOverdue, type PlayDeps, playKey, settle } from "../settle.ts";
import type { ConductorEvent } from "./events.ts";
import type { SongFacts } from "./facts.ts";
import { toFailure } from "./look_at.ts";
import { toSong } from "./stored_facts.ts";

const NETWORK_TIMEOUT_MS = 8_000;

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
  const first = await sendOne(deps, ownerId);
  if ("sent" in first) return await order(deps, first.sent, options);
  if (first.refused === "queue_empty") return { type: "queue_empty" };
  const overdue = await findOverdue(deps, ownerId);
  if (!overdue) return { type: "order_left" };
  try {
    // Sending another song would cut off the one that turns out to be playing.
    if (await settle(deps, overdue, options.signal) !== "released") return { type: "order_left" };
  } catch (error) {
    return { type: "order_failed", failure: toFailure(error, deps.now()) };
  }
  const second = await sendOne(deps, ownerId);
  if ("sent" in second) return await order(deps, second.sent, options);
  return { type: second.refused === "queue_empty" ? "queue_empty" : "order_left" };
}

async function sendOne({ db, now }: PlayDeps, ownerId: string) {
  const sentAt = now();
  return await sendFirst(db, { id: newId(sentAt), ownerId, sentAt });
}

async function order(deps: PlayDeps, play: SentPlay, options: Options): Promise<ConductorEvent> {
  const { db, hub, music, now } = deps;
  const provider = music.owning(play.uri);
  if (provider && provider !== await music.sourceOf(play.ownerId)) {
    // Its end could not be seen. The owner plays it by hand.
    return await release(deps, play, true);
  }
  const outcome = await orderSong(deps, play, options);
  switch (outcome.kind) {
    case "accepted": {
      const revision = await acceptPlay(db, play, now());
      if (revision !== undefined) hub.announce(play.ownerId, revision);
      return { type: "request_ordered", playId: play.id, song: toSong(play), hasBegun: false };
    }
    case "unanswered":
      return { type: "order_failed", failure: toFailure(outcome.error, now()) };
    case "not_seen":
      return await release(deps, play, false);
    case "refused":
      if (outcome.because === "song") return await release(deps, play, true);
      await releasePlay(db, play, { at: now(), why: "refused" });
      return { type: "order_failed", failure: toFailure(outcome.error, now()) };
  }
}

/** Puts a song back that had no effect. `forGood`: the player does not have it. */
export async function release(
  { db, hub, now }: PlayDeps,
  play: Pick<SentPlay, "id" | "ownerId">,
  forGood: boolean,
): Promise<ConductorEvent> {
  const { unplayable, revision } = await releaseTried(db, play, { at: now(), forGood });
  if (revision !== undefined) hub.announce(play.ownerId, revision);
  return { type: "released", unplayable };
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
        if (outcome.because) return { type: "fallback_missing" };
        return { type: "order_failed", failure: toFailure(outcome.error, now()) };
      }
      // The next look shows whether an unknown outcome is an effect.
      return { type: "fallback_ordered", contextUri: playlist.uri };
    } catch (error) {
      return { type: "order_failed", failure: toFailure(error, now()) };
    }
  });
}
