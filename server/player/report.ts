// Takes in what the player reports, and answers what it is to do (docs/player.md#reports).
import { getLogger } from "@logtape/logtape";
import { type ActivePlay, findActive } from "../../db/active_play.ts";
import { failPlaying } from "../../db/player_failures.ts";
import { failRequest, failTrack } from "../../db/player_refusals.ts";
import { finishTrack, recordProgress } from "../../db/player_reports.ts";
import { startRequest } from "../../db/player_request.ts";
import { startTrack } from "../../db/player_track.ts";
import { beginPlay } from "../../db/plays.ts";
import type { PlayerOrders, PlayerReport } from "../contract/player.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import { COVER_PATH, LIBRARY_SOURCE } from "../library/song_uri.ts";
import { holderOf } from "./lease.ts";
import { readOrders } from "./orders.ts";
import { readPlayId } from "./play_id.ts";

/** A song that fails later than this was heard, and keeps its tip. */
const HEARD_MS = 30_000;

type ReportDeps = Pick<Deps, "db" | "hub" | "now">;
type Reported = Omit<PlayerReport, "lease">;

const log = getLogger(["siradaki", "player"]);

/** @throws DomainError `player_lease_old` */
export async function report(
  deps: ReportDeps,
  { lease, ...reported }: PlayerReport,
): Promise<PlayerOrders> {
  const { db, hub } = deps;
  const ownerId = await holderOf(deps, lease);
  const active = await findActive(db, ownerId);
  const isActive = active?.id === reported.playId;
  const begun = isActive
    ? await beginSent(deps, active)
    : reported.event !== "failed"
    ? await startNext(deps, ownerId, reported)
    : undefined;
  const revision = await record(deps, ownerId, reported, isActive) ?? begun;
  if (revision !== undefined) hub.announce(ownerId, revision);
  return await readOrders(deps, ownerId);
}

/** A song that is still on its way has arrived. */
async function beginSent({ db, now }: ReportDeps, play: ActivePlay): Promise<number | undefined> {
  if (play.state !== "sent") return;
  const startedAt = now();
  return await beginPlay(db, play, { startedAt, ledgerId: newId(startedAt) });
}

/** Begins a song that the player has begun by itself, unless it may not. */
async function startNext(
  { db, now }: ReportDeps,
  ownerId: string,
  { playId, positionMs }: Reported,
): Promise<number | undefined> {
  const next = readPlayId(ownerId, playId);
  if (!next) return;
  const at = now();
  const beginning = { id: playId, ownerId, source: LIBRARY_SOURCE, at, positionMs };
  return "requestId" in next
    ? await startRequest(db, beginning, { ...next, ledgerId: newId(at) })
    : await startTrack(db, beginning, { ...next, coverPath: COVER_PATH });
}

async function record(
  { db, now }: ReportDeps,
  ownerId: string,
  { playId, event, positionMs, why }: Reported,
  isActive: boolean,
): Promise<number | undefined> {
  const track = { id: playId, ownerId, at: now() };
  if (event === "ended") return await finishTrack(db, track);
  if (event !== "failed") return await recordProgress(db, { ...track, positionMs });
  log.warn("The player of {ownerId} could not play {playId}: {why}", { ownerId, playId, why });
  if (isActive) return await failPlaying(db, track, positionMs < HEARD_MS ? "not_played" : "cut");
  const next = readPlayId(ownerId, playId);
  const failed = { ...track, source: LIBRARY_SOURCE };
  if (!next) return;
  return "requestId" in next
    ? await failRequest(db, failed, next.requestId)
    : await failTrack(db, failed, next);
}
