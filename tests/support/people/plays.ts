// Songs that are on their way or were played, made in the database without a player.
import { beginPlay, sendFirst, type SentPlay } from "../../../db/plays.ts";
import { ledger } from "../../../db/schema/money.ts";
import { plays, songRequests } from "../../../db/schema/requests.ts";
import type { Deps } from "../../../server/deps.ts";
import { newId } from "../../../server/ids.ts";

/** What a played song may be besides its tip. */
export interface Play {
  uri?: string;
  songTitle?: string;
  artist?: string;
}

/** A request of this owner that was played at `atMs` (epoch) and earned `tipKurus`. Returns its id. */
export async function playedSong(
  deps: Pick<Deps, "db">,
  ownerId: string,
  tipKurus: number,
  atMs: number,
  { uri = "spotify:track:4uLU6hMCjMI75M1A2tKUQC", songTitle = "Gülpembe", artist = "Barış Manço" }:
    Play = {},
): Promise<string> {
  const id = newId(atMs);
  await deps.db.write((d) => [
    d.insert(songRequests).values({
      id,
      ownerId,
      songTitle,
      artist,
      albumArt: "",
      uri,
      tipKurus,
      status: "played",
      createdAt: atMs,
      decidedAt: atMs,
    }),
    d.insert(plays).values({
      id,
      ownerId,
      requestId: id,
      source: "spotify",
      uri,
      title: songTitle,
      artist,
      albumArt: "",
      state: "ended",
      sentAt: atMs,
      startedAt: atMs,
      endedAt: atMs,
      whyEnded: "replaced",
    }),
    d.insert(ledger).values({
      id: newId(atMs),
      ownerId,
      kind: "tip",
      amountKurus: tipKurus,
      requestId: id,
      createdAt: atMs,
    }),
  ]);
  return id;
}

/** Sends the first song of the owner's queue, as play-next does. Undefined if none could be sent. */
export async function sendNext(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<SentPlay | undefined> {
  const outcome = await sendFirst(db, { id: newId(now()), ownerId, sentAt: now() });
  return "sent" in outcome ? outcome.sent : undefined;
}

/** What play-next does, without a player. Returns whether there was a song to play. */
export async function playNextInDatabase(
  deps: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<boolean> {
  const sent = await sendNext(deps, ownerId);
  if (!sent) return false;
  const begun = { startedAt: deps.now(), ledgerId: newId(deps.now()) };
  return await beginPlay(deps.db, sent, begun) !== undefined;
}
