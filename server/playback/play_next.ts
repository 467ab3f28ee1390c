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

/** An owner waits no longer than ten seconds; the database gets what the network leaves. */
const ANSWER_TIMEOUT_MS = 9_500;
const NETWORK_TIMEOUT_MS = 8_000;
/** A player tells of a song a moment after it began, so one look is not enough to say that it did not. */
const MAX_LOOKS = 2;
/** Seconds after which a busy database is worth another try. */
const RETRY_S = 2;

const log = getLogger(["siradaki", "playback"]);

/**
 * Plays the next song and says which.
 * @throws DomainError `queue_empty`, `play_under_way`, `music_*`; after all but the first two the song is still first
 */
export async function playNext(deps: PlayDeps, ownerId: string): Promise<{ msg: string }> {
  const key = playKey(ownerId);
  if (deps.singleFlight.isRunning(key)) throw new DomainError("play_under_way");
  const work = deps.singleFlight.run(
    key,
    () => withDeadline(NETWORK_TIMEOUT_MS, (signal) => play(deps, ownerId, signal)),
  );
  // The network has been given up by then: only the database can still be waiting for its lock.
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
  const overdue = await findOverdue(deps, ownerId);
  // A second song would cut off the one that turns out to be playing.
  if (overdue && await settle(deps, overdue, signal) === "playing") return overdue.title;

  const sentAt = deps.now();
  const outcome = await sendFirst(deps.db, { id: newId(sentAt), ownerId, sentAt });
  if ("refused" in outcome) throw new DomainError(outcome.refused);
  await order(deps, outcome.sent, signal);
  await beginPlay(deps, outcome.sent);
  return outcome.sent.title;
}

/** Orders the song at its player. @throws DomainError if it does not play, or not yet as far as is known */
async function order(deps: PlayDeps, play: SentPlay, signal: AbortSignal): Promise<void> {
  const release = (why: "refused" | "not_seen") =>
    releasePlay(deps.db, play, { at: deps.now(), why });
  const { provider, player, outcome } = await give(deps, play, signal).catch(async (error) => {
    // Whatever is thrown was thrown before the player took an order.
    await release("refused");
    throw error;
  });
  if (outcome.kind === "ok") return;
  if (outcome.kind === "refused") {
    await release("refused");
    throw outcome.error;
  }
  if (await isSeen(deps, provider, player, play, signal)) return;
  // A song that may yet begin stays on its way: the next look at the player settles it.
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
