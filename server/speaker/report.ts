// Takes in what the player reports, and answers what it is to do (docs/speaker.md#reports).
import { getLogger } from "@logtape/logtape";
import { failPageSong } from "../../db/plays/failed_songs.ts";
import { finishTrack, recordProgress, recordSilence } from "../../db/plays/speaker_reports.ts";
import { type ActivePlay, findActive } from "../../db/plays/plays.ts";
import { beginPageSong, type PageSong } from "../../db/plays/sending.ts";
import type { SpeakerOrders, SpeakerReport } from "../contract/speaker.ts";
import type { Deps } from "../deps.ts";
import { COVER_PATH, LIBRARY_SOURCE, libraryId } from "../library/song_uri.ts";
import { happen } from "../playback/life.ts";
import { holderOf } from "./lease.ts";
import { readOrders, readPlayId } from "./orders.ts";

type ReportDeps = Pick<Deps, "db" | "hub" | "library" | "now">;
type Reported = Omit<SpeakerReport, "lease">;

const log = getLogger(["siradaki", "player"]);

/** @throws DomainError `player_lease_old` */
export async function report(
  deps: ReportDeps,
  { lease, ...reported }: SpeakerReport,
): Promise<SpeakerOrders> {
  const ownerId = await holderOf(deps, lease);
  const active = await findActive(deps.db, ownerId);
  const { playId, event, why } = reported;
  if (event === "failed") {
    log.warn("The player of {ownerId} could not play {playId}: {why}", { ownerId, playId, why });
  }
  const revision = active?.id !== playId
    ? await ofNext(deps, ownerId, reported)
    : active.source === LIBRARY_SOURCE
    ? await ofActive(deps, active, reported)
    // A person plays it by hand since the cafe has left the page for another system.
    : undefined;
  if (revision !== undefined) deps.hub.announce(ownerId, revision);
  return await readOrders(deps, ownerId);
}

/** The page says something of what it is to play. */
async function ofActive(
  deps: ReportDeps,
  active: ActivePlay,
  { event, positionMs }: Reported,
): Promise<number | undefined> {
  const track = { id: active.id, ownerId: active.ownerId, at: deps.now(), positionMs };
  switch (event) {
    case "silent":
      return await recordSilence(deps.db, track);
    case "failed": {
      const counts = await isGone(deps, active.uri) ? undefined : "page";
      await happen(deps, active, "failed", { positionMs, counts });
      return;
    }
  }
  if (active.state === "sent") await happen(deps, active, "heard", { positionMs });
  return event === "ended"
    ? await finishTrack(deps.db, track)
    : await recordProgress(deps.db, track);
}

/** The page says something of a song that it has begun, or wanted to begin, by itself. */
async function ofNext(
  deps: ReportDeps,
  ownerId: string,
  { playId: id, event, positionMs }: Reported,
): Promise<number | undefined> {
  const named = readPlayId(ownerId, id);
  if (!named) return;
  const { db, now } = deps;
  const at = now();
  const next = "requestId" in named ? named : { ...named, coverPath: COVER_PATH };
  const song: PageSong = { id, ownerId, source: LIBRARY_SOURCE, at, next };
  if (event === "failed") {
    const { next } = await readOrders(deps, ownerId);
    if (next?.id === id && await isGone(deps, next.uri)) return;
    return await failPageSong(db, song);
  }
  if (event === "silent") return await recordSilence(db, { id, ownerId, at, positionMs });
  const begun = await beginPageSong(db, song, positionMs);
  if (begun === undefined) return;
  const track = { id, ownerId, at, positionMs };
  if (event === "ended") return await finishTrack(db, track) ?? begun;
  return await recordProgress(db, track) ?? begun;
}

/** Whether the song's file has gone. Then it waits for its file, and says nothing about the device and the other songs. */
async function isGone({ library }: ReportDeps, uri: string): Promise<boolean> {
  return await library.isGone(libraryId(uri) ?? 0);
}
