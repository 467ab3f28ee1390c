// Sends the first song of the queue to the player: at most once, and never lost (docs/playback.md#play-next).
import { getLogger } from "@logtape/logtape";
import { releasePlay, type SentPlay } from "../../db/plays.ts";
import { sendFirst } from "../../db/send_first.ts";
import { waitAtMost, withDeadline } from "../deadline.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import { orderSong } from "./order_song.ts";
import { beginPlay, findOverdue, type PlayDeps, playKey, settle } from "./settle.ts";

/** The answer comes within ten seconds. The database gets what the network leaves of them. */
const ANSWER_TIMEOUT_MS = 9_500;
const NETWORK_TIMEOUT_MS = 8_000;
/** The `Retry-After` of the 503. */
const RETRY_S = 2;

const log = getLogger(["siradaki", "playback"]);

/** Whose player it is, and who pressed the button. */
export interface Press {
  ownerId: string;
  accountId: string;
}

/**
 * Plays the next song and returns a sentence that names it.
 * @throws DomainError `queue_empty`, `play_under_way`, `database_unavailable`, `music_*`: the song is then still first, or
 *   the next press settles it
 */
export async function playNext(deps: PlayDeps, press: Press): Promise<{ msg: string }> {
  const { ownerId } = press;
  const key = playKey(ownerId);
  if (deps.singleFlight.isRunning(key)) throw new DomainError("play_under_way");
  const work = deps.singleFlight.run(
    key,
    () => withDeadline(NETWORK_TIMEOUT_MS, (signal) => play(deps, press, signal)),
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
async function play(deps: PlayDeps, press: Press, signal: AbortSignal): Promise<string> {
  const first = await send(deps, press);
  if ("sent" in first) return await start(deps, first.sent, signal);
  const overdue = first.refused === "play_under_way" && await findOverdue(deps, press.ownerId);
  if (!overdue) throw new DomainError(first.refused);
  // Sending another song would cut off the one that turns out to be playing.
  if (await settle(deps, overdue, signal) === "playing") return overdue.title;
  const second = await send(deps, press);
  if ("refused" in second) throw new DomainError(second.refused);
  return await start(deps, second.sent, signal);
}

async function send({ db, music, now }: PlayDeps, { ownerId, accountId: sentBy }: Press) {
  const sentAt = now();
  const { source, ...outcome } = await sendFirst(
    db,
    { id: newId(sentAt), ownerId, sentAt },
    sentBy,
  );
  // The order needs the source.
  music.learn(ownerId, source);
  return outcome;
}

/** Returns the song's title. @throws DomainError if the player does not play it, or does not show it yet */
async function start(deps: PlayDeps, play: SentPlay, signal: AbortSignal): Promise<string> {
  const release = (why: "refused" | "not_seen") =>
    releasePlay(deps.db, play, { at: deps.now(), why });
  const outcome = await orderSong(deps, play, { signal }).catch(async (error) => {
    await release("refused");
    throw error;
  });
  if (outcome.kind === "accepted") {
    await beginPlay(deps, play);
    return play.title;
  }
  // An unanswered order may still be carried out, so the song stays `sent`.
  if (outcome.kind !== "unanswered") await release(outcome.kind);
  throw outcome.error;
}
