// Acts for one cafe: the machine with the database and the music provider around it (docs/conductor.md).
import { noteConductorState, readConductor } from "../../../db/plays/conductors.ts";
import { returnUnplayable } from "../../../db/plays/failed_songs.ts";
import { type ActivePlay, findActive } from "../../../db/plays/plays.ts";
import { recordHeard } from "../../../db/plays/sending.ts";
import type { Deps } from "../../deps.ts";
import { songWords } from "../../house/song_key.ts";
import { newId } from "../../ids.ts";
import type { NowPlaying, Playlist } from "../../music/provider.ts";
import { withDeadline } from "../../timer.ts";
import { happenTo, type PlayDeps } from "../life.ts";
import { NETWORK_TIMEOUT_MS } from "../order_song.ts";
import { playKey, settleByLook } from "../settle.ts";
import { type Started, startNext } from "../start_next.ts";
import { changesSince, knownPlayId, lookAt, resumedState, toFailure, toSong } from "./facts.ts";
import { runConductor, type RunningConductor } from "./run.ts";
import type { ConductorEvent, ConductorState, Heard, SongFacts } from "./state.ts";
import { nameOf } from "./state_sentence.ts";

export type ConductDeps = Pick<
  Deps,
  "db" | "hub" | "music" | "now" | "singleFlight" | "timer"
>;

export interface Conducting extends Pick<RunningConductor, "watch" | "idle" | "stop"> {
  /** Takes in what has changed in the database. */
  sync(): Promise<void>;
  /** Whether its lease was taken from it meanwhile: the cafe has changed its source. What it knows does not hold any more. */
  isLost(): boolean;
}

/** What the machine says of an end, as an event in the life of a play. */
const EVENTS = {
  finished: "finished",
  cut: "cut",
  skipped: "skipped",
  not_played: "failed",
} as const;

/** Who acts, and whether its lease is still good. */
interface Lease {
  holder: string;
  isGood(): boolean;
}

/** Begins to act for the owner's cafe. Undefined if its conductor is off, or if another one acts. */
export async function conduct(
  deps: ConductDeps,
  ownerId: string,
  { holder, isGood }: Lease,
): Promise<Conducting | undefined> {
  const { db, hub, music, now } = deps;
  const first = await readConductor(db, ownerId, music.ids);
  if (!first?.isOn || first.holder !== holder) return;
  let facts = first;
  const taken = { commandNumber: first.commandNumber, playId: knownPlayId(first) };
  let noted = "";
  let isLost = false;
  /** One reading of the database at a time: an older one that came later would tell of a command twice. */
  let reading: Promise<void> = Promise.resolve();

  const running = runConductor(resumedState(first, now()), {
    async look(options) {
      // What plays, the machine follows by itself.
      const isKnown = facts.active?.state === "playing";
      const before = isKnown ? undefined : await findActive(db, ownerId);
      const looked = await lookAt(deps, ownerId, options, async (seen) => {
        if (!isKnown && before?.state !== "playing") await settle(before, seen);
      });
      // What was pressed meanwhile explains what is shown.
      await sync();
      // An old answer would end the song that another instance has started meanwhile.
      return acts() ? looked : { type: "order_left" };
    },
    async startRequest() {
      if (!acts()) return { type: "order_left" };
      const answer = await startRequest(deps, ownerId, deviceInUse());
      if (answer.type === "request_ordered") taken.playId = answer.playId;
      // If this fails, the order was given all the same: the next reading tells what has changed.
      await sync().catch(() => {});
      return answer;
    },
    startFallback: async (uri) =>
      !acts()
        ? { type: "order_left" }
        : await startFallback(deps, ownerId, { uri, length: facts.fallbackLength }, deviceInUse()),
    stopFallback: async () => !acts() ? { type: "order_left" } : await stopFallback(deps, ownerId),
    orderAgain: async (song) =>
      !acts() ? { type: "order_left" } : await orderAgain(deps, ownerId, song, deviceInUse()),
    begin,
    async release(id) {
      const facts = { counts: "try" } as const;
      const { isDone, unplayable } = await happenTo(deps, { id, ownerId }, "not_heard", facts);
      if (!isDone) await tellAgain();
      return { type: "released", playId: id, unplayable };
    },
    async end({ playId: id, why }) {
      // Whether a song that was not played was heard before says its position.
      await happenTo(deps, { id, ownerId }, EVENTS[why], why === "not_played" ? {} : { why });
    },
    returnFailed: ({ playIds }) => announced(() => returnUnplayable(db, ownerId, playIds)),
    show: ({ heard }) => announced(() => record(heard)),
    note: (state) => announced(() => note(state)),
  }, deps);
  return { ...running, sync, stop, isLost: () => isLost };

  async function stop(): Promise<void> {
    await running.stop();
    const latest = await readConductor(db, ownerId, music.ids);
    const id = latest && !latest.isOn && knownPlayId(latest);
    // No look at the player will follow. As after play next, the song begins because it was accepted.
    if (id && latest.active!.state === "sent") await begin(id, latest.active!.since!);
  }

  /** Resolves when the changes are known. What they cause is done later. */
  function sync(): Promise<void> {
    return reading = reading.catch(() => {}).then(readChanges);
  }

  async function readChanges(): Promise<void> {
    const latest = await readConductor(db, ownerId, music.ids);
    // Without a row the account was deleted.
    facts = latest ?? { ...facts, isOn: false };
    if (!latest) return;
    isLost ||= latest.holder !== holder;
    if (latest.commandNumber !== taken.commandNumber) noted = "";
    const events = changesSince(latest, running.state(), taken);
    Object.assign(taken, { commandNumber: latest.commandNumber });
    taken.playId = knownPlayId(latest) ?? taken.playId;
    for (const event of events) void running.tell(event);
  }

  /** Someone else has seen more of the song than this machine: it is told of what plays, whether it knows it or not. */
  async function tellAgain(): Promise<void> {
    taken.playId = null;
    await sync();
  }

  async function begin(id: string, startedAt: number): Promise<ConductorEvent | void> {
    const { isDone } = await happenTo(deps, { id, ownerId }, "heard", { startedAt });
    // A look for something else may have begun it.
    if (isDone || (await findActive(db, ownerId))?.id === id) return;
    return { type: "forgotten", playId: id };
  }

  async function announced(commit: () => Promise<number | undefined>): Promise<void> {
    const revision = await commit();
    if (revision !== undefined) hub.announce(ownerId, revision);
  }

  async function record(heard: Heard | null): Promise<number | undefined> {
    const at = now();
    const song = heard && {
      ...heard.song,
      positionMs: heard.positionMs,
      isPaused: !heard.isPlaying,
      songKey: songWords(heard.song).songKey,
    };
    const playId = heard?.playId ?? null;
    const { ids: sources } = music;
    return await recordHeard(db, ownerId, { sources, at, newId: newId(at), playId, song });
  }

  /** What is seen settles a song whose order was not answered. The next reading tells the machine that it has begun. */
  async function settle(before: ActivePlay | undefined, seen: NowPlaying | null): Promise<void> {
    await settleByLook(deps, ownerId, before, await music.sourceOf(ownerId), seen);
  }

  /** Keeps the state for the panel and for the next holder, if it is another one than before. */
  async function note(state: ConductorState): Promise<number | undefined> {
    const leftDevice = state.leavesShown ? "" : state.leftDevice;
    const named = { ...nameOf(state), leftDevice };
    const text = JSON.stringify(named);
    if (text === noted) return;
    noted = text;
    return await noteConductorState(db, { ownerId, holder, ...named });
  }

  /** Whether this instance still acts, and the switch is on, as read by the latest look. */
  function acts(): boolean {
    return isGood() && facts.isOn && facts.holder === holder;
  }

  function deviceInUse(): string | undefined {
    return running.state().device?.id ?? undefined;
  }
}

// Starts the next song of the queue, or the playlist for an empty queue, for the conductor's machine.

/** Orders a song once more that plays without sound. */
async function orderAgain(
  deps: PlayDeps,
  ownerId: string,
  { uri }: SongFacts,
  deviceId: string | undefined,
): Promise<ConductorEvent> {
  const { music, now } = deps;
  return await alone(deps, ownerId, async (signal) => {
    try {
      const source = await music.sourceOf(ownerId);
      // The cafe has left the song's source meanwhile.
      if (!source.ownsUri(uri)) return { type: "order_left" };
      const player = await source.openPlayer(ownerId);
      const outcome = await player.play({ uri }, { deviceId, signal });
      if (outcome.kind === "refused") {
        return { type: "order_failed", failure: toFailure(outcome.error, now()) };
      }
      return { type: "ordered_again" };
    } catch (error) {
      return { type: "order_failed", failure: toFailure(error, now()) };
    }
  });
}

/** Sends the first song of the queue. */
async function startRequest(
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

async function startFallback(
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

async function stopFallback(deps: PlayDeps, ownerId: string): Promise<ConductorEvent> {
  const { music, now } = deps;
  return await alone(deps, ownerId, async (signal) => {
    try {
      const player = await (await music.sourceOf(ownerId)).openPlayer(ownerId);
      await player.pause?.(signal);
    } catch (error) {
      const failure = toFailure(error, now());
      // Without an answer it may be paused. That must not count as a person's pause, which guests' songs would wait for.
      if (failure.kind !== "unreachable") return { type: "order_failed", failure };
    }
    return { type: "fallback_stopped" };
  });
}
