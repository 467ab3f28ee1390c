// Sends the first song of the queue to the player: at most once, and never lost (docs/playback.md#play-next).
import { getLogger } from "@logtape/logtape";
import { releasePlay, sendFirst, type SentPlay } from "../../db/plays.ts";
import { waitAtMost, withDeadline } from "../deadline.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { MusicProvider, Player } from "../music/provider.ts";
import { showsEffect } from "./player_facts.ts";
import {
  beginPlay,
  findOverdue,
  lookFor,
  openPlayerOf,
  type PlayDeps,
  playKey,
  settle,
} from "./settle.ts";

/** The answer comes within ten seconds. The database gets what the network leaves of them. */
const ANSWER_TIMEOUT_MS = 9_500;
const NETWORK_TIMEOUT_MS = 8_000;
/** A player may show a song only a moment after it began, so one look does not prove that it did not begin. */
const MAX_LOOKS = 2;
/** The `Retry-After` of the 503. */
const RETRY_S = 2;

const log = getLogger(["siradaki", "playback"]);

/**
 * Plays the next song and returns a sentence that names it.
 * @throws DomainError `queue_empty`, `play_under_way`, `database_unavailable`, `music_*`: the song is then still first, or
 *   the next press settles it
 */
export async function playNext(deps: PlayDeps, ownerId: string): Promise<{ msg: string }> {
  const key = playKey(ownerId);
  if (deps.singleFlight.isRunning(key)) throw new DomainError("play_under_way");
  const work = deps.singleFlight.run(
    key,
    () => withDeadline(NETWORK_TIMEOUT_MS, (signal) => play(deps, ownerId, signal)),
  );
  // The deadline of the network is over by then, so only the database can still be at work: it waits for its lock.
  const timedOut = () => new DomainError("database_unavailable", { retryAfterS: RETRY_S });
  try {
    return { msg: `'${await waitAtMost(ANSWER_TIMEOUT_MS, work, timedOut)}' çalınıyor.` };
  } catch (error) {
    const why = error instanceof DomainError ? error.code : error;
    log.info("No song was played for {ownerId}: {why}", { ownerId, why });
    throw error;
  }
}

/** Returns the title of the song that plays now. */
async function play(deps: PlayDeps, ownerId: string, signal: AbortSignal): Promise<string> {
  const first = await send(deps, ownerId);
  if ("sent" in first) return await start(deps, first.sent, signal);
  const overdue = first.refused === "play_under_way" && await findOverdue(deps, ownerId);
  if (!overdue) throw new DomainError(first.refused);
  // Sending another song would cut off the one that turns out to be playing.
  if (await settle(deps, overdue, signal) === "playing") return overdue.title;
  const second = await send(deps, ownerId);
  if ("refused" in second) throw new DomainError(second.refused);
  return await start(deps, second.sent, signal);
}

async function send({ db, now }: PlayDeps, ownerId: string) {
  const sentAt = now();
  return await sendFirst(db, { id: newId(sentAt), ownerId, sentAt });
}

async function start(deps: PlayDeps, play: SentPlay, signal: AbortSignal): Promise<string> {
  await order(deps, play, signal);
  await beginPlay(deps, play);
  return play.title;
}

/** Orders the song at its player. @throws DomainError if the player does not play it, or does not show it yet */
async function order(deps: PlayDeps, play: SentPlay, signal: AbortSignal): Promise<void> {
  const release = (why: "refused" | "not_seen") =>
    releasePlay(deps.db, play, { at: deps.now(), why });
  const { provider, player, outcome } = await give(deps, play, signal).catch(async (error) => {
    // Player.play throws only if it gave no order.
    await release("refused");
    throw error;
  });
  if (outcome.kind === "ok") return;
  if (outcome.kind === "refused") {
    await release("refused");
    throw outcome.error;
  }
  if (await isSeen(deps, provider, player, play, signal)) return;
  // The song may still begin, so it stays `sent`. The next look at the player settles it.
  if (outcome.mayFollow) throw unanswered(provider);
  await release("not_seen");
  throw notPlayed(provider);
}

async function give(deps: PlayDeps, play: SentPlay, signal: AbortSignal) {
  const { provider, player } = await openPlayerOf(deps, play);
  return { provider, player, outcome: await player.play(play, signal) };
}

/** Looks for the song on the player. @throws DomainError if the player does not answer */
async function isSeen(
  deps: PlayDeps,
  provider: MusicProvider,
  player: Player,
  play: SentPlay,
  signal: AbortSignal,
): Promise<boolean> {
  const seen = await lookFor(deps, player, play, MAX_LOOKS, signal).catch((cause) => {
    throw unanswered(provider, cause);
  });
  return showsEffect(seen, play, deps.now());
}

function notPlayed({ label }: MusicProvider): DomainError {
  const msg = `${label} şarkıyı çalmadı. Şarkı hâlâ sırada, lütfen tekrar deneyin.`;
  return new DomainError("music_unavailable", { msg });
}

function unanswered({ label }: MusicProvider, cause?: unknown): DomainError {
  const msg =
    `${label} yanıt vermedi. Şarkı çalmaya başlamadıysa birkaç saniye sonra tekrar deneyin.`;
  return new DomainError("music_unavailable", { msg }, { cause });
}
