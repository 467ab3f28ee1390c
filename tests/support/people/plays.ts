// Songs that were played, made the short way round but by the database's own rules.
import { eq } from "drizzle-orm";
import { ledger } from "../../../db/schema/money.ts";
import { songRequests } from "../../../db/schema/requests.ts";
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
      status: "approved",
      createdAt: atMs,
      decidedAt: atMs,
    }),
    d.update(songRequests).set({ playedAt: atMs }).where(eq(songRequests.id, id)),
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
