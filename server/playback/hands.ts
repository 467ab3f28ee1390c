// What a person tells the music: play next, skip, pause, go on, the volume, the device (docs/conductor.md#by-hand). A command
// names the play that the person saw; what is over is not cut.
import { getLogger } from "@logtape/logtape";
import { findConductor } from "../../db/plays/conductors.ts";
import {
  type ActivePlay,
  findActive,
  findLastOver,
  findTitle,
  movePlay,
} from "../../db/plays/plays.ts";
import { DAY_MS } from "../contract/clock.ts";
import type { SeenPlay } from "../contract/playback.ts";
import { knownSince, positionAt } from "../contract/song_clock.ts";
import { waitAtMost, withDeadline } from "../timer.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { NowPlaying, Player } from "../music/provider.ts";
import { happen } from "./life.ts";
import { NETWORK_TIMEOUT_MS } from "./order_song.ts";
import { changeOf, stateOf } from "./play.ts";
import { isOver, isSongOf } from "./seen_song.ts";
import { playKey, settleByLook } from "./settle.ts";
import { startNext } from "./start_next.ts";
import { tellConductor } from "./tell_conductor.ts";

/** The answer comes within ten seconds. The database gets what the network leaves of them. */
const ANSWER_TIMEOUT_MS = 9_500;
/** A panel that is told of a song, or reads what plays, shows it within this time. */
const SEEN_WITHIN_MS = 15_000;
/** A song that was skipped longer ago does not stand at a player any more. */
const RECENT_MS = DAY_MS;
/** The `Retry-After` of a 503, in seconds. */
const RETRY_S = 2;

const log = getLogger(["siradaki", "playback"]);

/** Whose player it is, and who pressed the button. */
export interface Press {
  ownerId: string;
  accountId: string;
}

/**
 * Plays the next song and returns a sentence that names it. If a song that the person did not see has begun since, plays
 * nothing and says so.
 * @throws DomainError `queue_empty`, `play_under_way`, `database_unavailable`, `music_*`: the song is then still first, or
 *   what is seen next settles it
 */
export async function playNext(
  deps: Deps,
  press: Press,
  { playId }: SeenPlay = {},
): Promise<{ msg: string }> {
  const { ownerId } = press;
  try {
    return await alone(deps, ownerId, async (signal) => {
      if (playId === undefined) return { msg: await start(deps, press, { signal }) };
      const active = await findActive(deps.db, ownerId);
      if (active && isNews(active, playId, deps.now())) {
        return { msg: `'${active.title}' zaten çalıyor; ondan sonrakine geçilmedi.` };
      }
      // What another instance begins meanwhile is news as well.
      return { msg: await start(deps, press, { signal, seenId: playId ?? active?.id ?? "none" }) };
    });
  } catch (error) {
    const why = error instanceof DomainError ? error.code : error;
    log.info("No song was played for {ownerId}: {why}", { ownerId, why });
    throw error;
  }
}

/**
 * Whether a person who saw the play `seenId`, or nothing of the cafe's, does not know of the active play. What began longer
 * ago than a panel takes to show it was silent for who saw nothing: its player has lost it.
 */
function isNews(active: ActivePlay, seenId: string | null, nowMs: number): boolean {
  if (active.state !== "playing" && active.orderedAt === null) return false;
  if (seenId !== null) return active.id !== seenId;
  const ageMs = nowMs - active.sentAt;
  return active.requestId !== null && ageMs >= 0 && ageMs < SEEN_WITHIN_MS;
}

/** Starts the next song, and returns a sentence that names it. The caller has the owner's songs to itself. */
async function start(
  deps: Deps,
  { ownerId, accountId: sentBy }: Press,
  which: { signal: AbortSignal; seenId?: string },
): Promise<string> {
  const options = { sentBy, ...which, isFollowed: false };
  let started = await startNext(deps, ownerId, options);
  // One that was on its way has begun by now, and is over.
  if (started.kind === "found" && started.is === "over") {
    started = await startNext(deps, ownerId, options);
  }
  switch (started.kind) {
    case "playing":
      return `'${started.play.title}' çalmaya başladı.`;
    case "found":
      return started.is === "paused"
        ? `'${started.play.title}' duraklatılmış. Sürdürmek için 'Devam'a basın.`
        : `'${started.play.title}' çalmaya başladı.`;
    case "told":
      return `'${started.play.title}' oynatıcıya gönderildi, birazdan çalar.`;
    case "queue_empty":
    case "play_under_way":
      throw new DomainError(started.kind);
    default:
      throw started.error;
  }
}

/**
 * Runs `work` while no other call is at work on the owner's songs in this process.
 * @throws DomainError `play_under_way` if one is, `database_unavailable` if the work takes too long
 */
async function alone<T>(
  { singleFlight }: Pick<Deps, "singleFlight">,
  ownerId: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const key = playKey(ownerId);
  if (singleFlight.isRunning(key)) throw new DomainError("play_under_way");
  const running = singleFlight.run(key, () => withDeadline(NETWORK_TIMEOUT_MS, work));
  // The deadline of the network is over by then, so only the database can still be at work: it waits for its lock.
  const timedOut = () => new DomainError("database_unavailable", { retryAfterS: RETRY_S });
  return await waitAtMost(ANSWER_TIMEOUT_MS, running, timedOut);
}

/**
 * Ends the song that the person saw, and starts the next one of the queue, or the playlist if songs play by themselves;
 * else there is silence. If less than 30 seconds of a guest's song were heard, its tip is reversed
 * (docs/money.md#reversal). If the song is over by now, nothing is skipped, and the sentence says so.
 * @throws DomainError `play_under_way`, `not_supported`, `music_*`
 */
export async function skip(
  deps: Deps,
  press: Press,
  { playId }: SeenPlay = {},
): Promise<{ msg: string }> {
  const { ownerId } = press;
  const player = await openAblePlayer(deps, ownerId, "pause");
  const source = await deps.music.sourceOf(ownerId);
  const before = await findActive(deps.db, ownerId);
  const seen = source.selfPlaying ? undefined : await player.now?.();
  await settleByLook(deps, ownerId, before, source, seen ?? null);
  const outcome = await alone(
    deps,
    ownerId,
    (signal) => end(deps, press, { playId, seen }, signal),
  );
  if ("over" in outcome) return { msg: outcome.over };
  const { next } = outcome;
  const code = next instanceof DomainError ? next.code : undefined;
  // The conductor goes on: with the playlist, or with the song that could not be started here.
  if (next instanceof Error && code !== "play_under_way") {
    await tellConductor(deps, ownerId, "skip");
  } else await deps.conductors.changed(ownerId);
  if (typeof next === "string") return { msg: next };
  if (code !== "queue_empty") throw next;
  const conductor = await findConductor(deps.db, ownerId);
  return { msg: conductor?.isOn ? "Şarkı geçildi." : "Şarkı geçildi. Sırada başka şarkı yok." };
}

/** Ends what the person saw, and starts the next song. `next` is its sentence, or why it was not started. */
async function end(
  deps: Deps,
  press: Press,
  { playId, seen }: SeenPlay & { seen: NowPlaying | null | undefined },
  signal: AbortSignal,
): Promise<{ over: string } | { next: string | Error }> {
  const { ownerId } = press;
  const active = await findActive(deps.db, ownerId);
  // Music that the cafe has not started was seen: a guest's song has begun since.
  const isOther = playId === null ? active?.requestId != null : active?.id !== playId;
  if (playId !== undefined && isOther) {
    return { over: await overSentence(deps, ownerId, playId) };
  }
  if (active && changeOf(stateOf(active, true), "skipped") === "refuse") {
    throw new DomainError("play_under_way");
  }
  const source = await deps.music.sourceOf(ownerId);
  const isOn = active && positionAt(active, deps.now()) < (active.durationMs ?? Infinity);
  if (isOn && source.selfPlaying && !await source.selfPlaying.isOpen(ownerId)) {
    throw new DomainError("player_closed");
  }
  // A song that cannot be stopped was not skipped, and keeps its tip.
  const player = seen?.isPlaying ? await openAblePlayer(deps, ownerId, "pause") : undefined;
  await player?.pause(signal);
  if (active) {
    const isThis = seen != null && isSongOf(active, seen);
    const positionMs = isThis && !isOver(seen) ? seen.progressMs : null;
    const durationMs = isThis ? seen.song!.durationMs : null;
    const event = isGone(active, seen, deps.now()) ? "cut" : "skipped";
    await happen(deps, active, event, { positionMs, durationMs, isAtWork: true });
    const now = await findActive(deps.db, ownerId);
    if (now && now.id !== active.id) {
      // Another instance was first, or the page that plays: the next song has begun, or begins, on the player that was
      // just paused.
      await player?.resume?.(signal);
      return { over: await overSentence(deps, ownerId, active.id) };
    }
  }
  try {
    return { next: await start(deps, press, { signal }) };
  } catch (error) {
    return { next: error as Error };
  }
}

/**
 * Whether the player shows nothing, and the clock does not tell if the song had come to its end: no one skips it then, and
 * it keeps its tip. A player that is not `seen` because it cannot be looked at tells nothing.
 */
function isGone(
  active: ActivePlay,
  seen: NowPlaying | null | undefined,
  nowMs: number,
): boolean {
  const isTimeKnown = nowMs >= knownSince(active, nowMs) && active.durationMs !== null;
  return seen === null && !isTimeKnown;
}

async function overSentence({ db }: Deps, ownerId: string, id: string | null): Promise<string> {
  const title = id === null ? undefined : await findTitle(db, { id, ownerId });
  const song = title === undefined ? "Gördüğünüz şarkı" : `'${title}'`;
  return `${song} zaten bitmişti, hiçbir şarkı geçilmedi.`;
}

/** @throws DomainError `nothing_plays`, `not_supported`, `music_*` */
export async function pause(deps: Deps, ownerId: string): Promise<{ msg: string }> {
  const player = await openAblePlayer(deps, ownerId, "pause");
  const seen = await look(deps, ownerId, player);
  // What claims to play after its end is paused all the same.
  if (isSilent(seen) && !seen?.isPlaying) throw new DomainError("nothing_plays");
  await player.pause();
  // Another person may have told the page to go on meanwhile.
  const { selfPlaying } = await deps.music.sourceOf(ownerId);
  await recordPause(deps, ownerId, selfPlaying ? "as_told" : true);
  await tellConductor(deps, ownerId, "pause");
  return { msg: "Müzik duraklatıldı." };
}

/**
 * Goes on with what is paused. While songs play by themselves it also ends what held them back. A song that was skipped or
 * is over does not go on.
 * @throws DomainError `nothing_plays` if there is nothing to go on with, `play_under_way` while a song is skipped or
 *   started, `not_supported`, `player_closed`, `music_*`
 */
export async function resume(deps: Deps, ownerId: string): Promise<{ msg: string }> {
  const player = await openAblePlayer(deps, ownerId, "resume");
  const { selfPlaying } = await deps.music.sourceOf(ownerId);
  // The page that plays may be open without a song: then there is nothing to look at.
  if (selfPlaying && !await selfPlaying.isOpen(ownerId)) throw new DomainError("player_closed");
  const conductor = await findConductor(deps.db, ownerId);
  const seen = await look(deps, ownerId, player);
  const silent = isSilent(seen)
    ? !await standsAtStart(deps, ownerId, seen)
    : !seen!.isPlaying && await isEnded(deps, ownerId, seen);
  if (silent && !conductor?.isOn) throw new DomainError("nothing_plays");
  // A skip may have paused the song, and end it in a moment: it does not go on then.
  if (!silent) {
    await alone(deps, ownerId, async (signal) => {
      if (await isEnded(deps, ownerId, seen)) throw new DomainError("nothing_plays");
      await player.resume(signal);
    });
  }
  // The page that plays knows itself whether its song goes on.
  if (!selfPlaying) await recordPause(deps, ownerId, false);
  await tellConductor(deps, ownerId, "resume");
  const why = await selfPlaying?.state(ownerId);
  if (why?.state === "no_device" && why.sentence) return { msg: why.sentence };
  return { msg: silent ? "Şarkılar yeniden kendiliğinden çalacak." : "Müzik devam ediyor." };
}

/** What the owner's player shows. A song on its way is settled by it. */
async function look(deps: Deps, ownerId: string, player: Player): Promise<NowPlaying | null> {
  const before = await findActive(deps.db, ownerId);
  const seen = await player.now?.() ?? null;
  await settleByLook(deps, ownerId, before, await deps.music.sourceOf(ownerId), seen);
  return seen;
}

/** Whether there is nothing that plays or could go on: an advertisement that stands does not. */
function isSilent(seen: NowPlaying | null): boolean {
  return seen === null || isOver(seen) || (seen.song === null && !seen.isPlaying);
}

/**
 * Whether the player shows at its start, as it does when one is over, a song that was paused in its first moment: before or
 * after a look has shown that it began.
 */
async function standsAtStart(
  { db, now }: Deps,
  ownerId: string,
  seen: NowPlaying | null,
): Promise<boolean> {
  const active = await findActive(db, ownerId);
  if (!seen?.song || seen.progressMs || !active || !isSongOf(active, seen)) return false;
  if (active.state === "sent") return active.orderedAt !== null;
  return active.isPaused === 1 && positionAt(active, now()) === 0;
}

/** Whether the song that stands at the player is one that was skipped: nothing stops a service's song but a pause. */
async function isEnded(
  { db, now }: Deps,
  ownerId: string,
  seen: NowPlaying | null,
): Promise<boolean> {
  if (!seen?.song || await findActive(db, ownerId)) return false;
  const last = await findLastOver(db, ownerId, now() - RECENT_MS);
  return last?.whyEnded === "skipped" && isSongOf(last, seen);
}

async function recordPause({ db, hub, now }: Deps, ownerId: string, isPaused: boolean | "as_told") {
  const revision = await movePlay(db, ownerId, { at: now(), positionMs: null, isPaused });
  if (revision !== undefined) hub.announce(ownerId, revision);
}

/** `percent` is from 0 to 100. @throws DomainError `volume_fixed`, `not_supported`, `music_*` */
export async function setVolume(
  deps: Deps,
  ownerId: string,
  percent: number,
): Promise<{ msg: string }> {
  const player = await openAblePlayer(deps, ownerId, "setVolume");
  await player.setVolume(percent);
  return { msg: `Ses yüzde ${percent} yapıldı.` };
}

/** @throws DomainError `device_not_found` if the player does not list the device or may not control it, `music_*` */
export async function choosePlayDevice(
  deps: Deps,
  ownerId: string,
  deviceId: string,
): Promise<{ msg: string }> {
  const player = await (await deps.music.sourceOf(ownerId)).openPlayer(ownerId);
  if (!player.chooseDevice) throw new DomainError("device_not_found");
  const device = await player.chooseDevice(deviceId);
  await tellConductor(deps, ownerId, "connect");
  return { msg: `Sıradaki şarkıdan itibaren müzik '${device.name}' cihazında çalacak.` };
}

type Ability = "pause" | "resume" | "setVolume";

/** A cafe's player, if it can do what a person wants. @throws DomainError `not_supported`, `music_not_connected` */
async function openAblePlayer<A extends Ability>(
  { music }: Pick<Deps, "music">,
  ownerId: string,
  ability: A,
): Promise<Player & Required<Pick<Player, A>>> {
  const player = await (await music.sourceOf(ownerId)).openPlayer(ownerId);
  if (!player[ability]) throw new DomainError("not_supported");
  return player as Player & Required<Pick<Player, A>>;
}
