// Sends the first song of the queue to the player: at most once, and never lost (design: claim, play, settle).
import { getLogger } from "@logtape/logtape";
import { findGrant } from "../../db/music_grants.ts";
import { type Claim, claimHead, findClaim, hasQueue, releaseClaim } from "../../db/plays.ts";
import { waitAtMost, withDeadline } from "../deadline.ts";
import { DomainError } from "../errors.ts";
import { withAccessToken } from "../music/spotify/access_token.ts";
import { isOurs } from "./is_ours.ts";
import type { PlayOutcome } from "../music/provider.ts";
import { onlyDevice } from "../music/spotify/play_device.ts";
import {
  findLeftClaim,
  lookFor,
  playFlight,
  recordPlay,
  settleClaim,
  type SettleDeps,
} from "./settle_claim.ts";

/** An owner at the bar waits no longer than ten seconds; the database gets what the network leaves. */
const ANSWER_MS = 9_500;
const NETWORK_MS = 8_000;
/** The service tells of a song a moment after it began, so one look is not enough to say that it did not. */
const LOOKS = 2;
/** Seconds after which a busy database is worth another try. */
const RETRY_S = 2;

const NOT_PLAYED = "Spotify şarkıyı çalmadı. Şarkı hâlâ sırada, lütfen tekrar deneyin.";
const UNANSWERED =
  "Spotify yanıt vermedi. Şarkı çalmaya başlamadıysa birkaç saniye sonra tekrar deneyin.";

const log = getLogger(["siradaki", "playback"]);

/**
 * Plays the next song and says which.
 * @throws DomainError `queue_empty`, `play_under_way`, `music_*`; but for the first two the song is still first
 */
export async function playNext(deps: SettleDeps, ownerId: string): Promise<{ msg: string }> {
  const key = playFlight(ownerId);
  if (deps.singleFlight.isRunning(key)) throw new DomainError("play_under_way");
  const work = deps.singleFlight.run(
    key,
    () => withDeadline(NETWORK_MS, (signal) => play(deps, ownerId, signal)),
  );
  // The network has been given up by then: only the database can still be waiting for its lock.
  const late = () => new DomainError("database_unavailable", { retryAfterS: RETRY_S });
  try {
    return { msg: `'${await waitAtMost(ANSWER_MS, work, late)}' çalınıyor.` };
  } catch (error) {
    const why = error instanceof DomainError ? error.code : error;
    log.info("No song was played for {ownerId}: {why}", { ownerId, why });
    throw error;
  }
}

/** Returns the title of the song that plays now. */
async function play(deps: SettleDeps, ownerId: string, signal: AbortSignal): Promise<string> {
  if (!await hasQueue(deps.db, ownerId)) throw new DomainError("queue_empty");
  const left = await findLeftClaim(deps, ownerId);
  // A second song would cut off the one that turns out to be playing.
  if (left && await settleClaim(deps, left, signal) === "playing") return left.songTitle;

  const claim = await claimHead(deps.db, ownerId, deps.now());
  if (!claim) {
    throw new DomainError(await findClaim(deps.db, ownerId) ? "play_under_way" : "queue_empty");
  }
  const outcome = await order(deps, claim, signal).catch(async (error) => {
    // Whatever is thrown was thrown before the player took an order.
    await releaseClaim(deps.db, claim);
    throw error;
  });
  if (outcome.kind === "unknown") await confirm(deps, claim, outcome.mayFollow, signal);
  if (outcome.kind === "refused") {
    await releaseClaim(deps.db, claim);
    throw outcome.error;
  }
  await recordPlay(deps, claim);
  return claim.songTitle;
}

/** On the chosen device, else on the active one, else once more on the only one there is. */
async function order(deps: SettleDeps, claim: Claim, signal: AbortSignal): Promise<PlayOutcome> {
  const { uri, ownerId } = claim;
  const chosen = (await findGrant(deps.db, ownerId))?.deviceId ?? undefined;
  return await withAccessToken(deps, ownerId, async (context) => {
    const outcome = await deps.music.play(uri, chosen, context);
    if (outcome.kind !== "refused" || outcome.error.code !== "music_no_device") return outcome;
    const device = onlyDevice(await deps.music.devices(context));
    return await deps.music.play(uri, device.id, context);
  }, signal);
}

/** Looks for the song on the player. @throws DomainError where it is not, or not yet, to be seen there */
async function confirm(deps: SettleDeps, claim: Claim, mayFollow: boolean, signal: AbortSignal) {
  const player = await lookFor(deps, claim, LOOKS, signal).catch((cause) => {
    throw new DomainError("music_unavailable", { msg: UNANSWERED }, { cause });
  });
  if (isOurs(player, claim, deps.now())) return;
  // The claim of a song that may yet begin stands: the next look at the player settles it.
  if (mayFollow) throw new DomainError("music_unavailable", { msg: UNANSWERED });
  await releaseClaim(deps.db, claim);
  throw new DomainError("music_unavailable", { msg: NOT_PLAYED });
}
