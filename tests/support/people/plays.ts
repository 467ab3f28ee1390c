// Songs that are on their way or were played, made in the database without a player.
import { and, eq, isNull } from "drizzle-orm";
import { endPlay } from "../../../db/plays/plays.ts";
import { beginPlay, type SentPlay } from "../../../db/plays/plays.ts";
import { sendFirst } from "../../../db/plays/sending.ts";
import { ledger, tillReceipts } from "../../../db/schema/money.ts";
import { plays, songRequests } from "../../../db/schema/requests.ts";
import type { Deps } from "../../../server/deps.ts";
import { newId } from "../../../server/ids.ts";

type PlayRow = typeof plays.$inferInsert;

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
  play: Play = {},
): Promise<string> {
  const end = { state: "ended", endedAt: atMs, whyEnded: "replaced" } as const;
  return await insertPlayed(deps, ownerId, { ...play, tipKurus, atMs }, end);
}

/** The same, but it still plays. Returns the id of the request, which is the play's too. */
export async function playingSong(
  deps: Pick<Deps, "db">,
  ownerId: string,
  tipKurus: number,
  atMs: number,
  play: Play = {},
): Promise<string> {
  return await insertPlayed(deps, ownerId, { ...play, tipKurus, atMs }, { state: "playing" });
}

/** A song that earned `tipKurus` at `atMs` and was skipped 10 seconds later. Returns the id of its request. */
export async function reversedSong(
  deps: Pick<Deps, "db">,
  ownerId: string,
  tipKurus: number,
  atMs: number,
  play: Play = {},
): Promise<string> {
  const id = await playingSong(deps, ownerId, tipKurus, atMs, play);
  await endPlay(deps.db, { id, ownerId }, { at: atMs + 10_000, why: "skipped" });
  return id;
}

/** Inserts a request and its play, which earned the tip; at the till, if it says what the till received. */
export async function insertPlayed(
  { db }: Pick<Deps, "db">,
  ownerId: string,
  song: Play & { tipKurus: number; atMs: number; receivedKurus?: number },
  end: Pick<PlayRow, "state" | "endedAt" | "whyEnded">,
): Promise<string> {
  const { uri = "spotify:track:4uLU6hMCjMI75M1A2tKUQC", songTitle = "Gülpembe" } = song;
  const { artist = "Barış Manço", tipKurus, atMs, receivedKurus } = song;
  const id = newId(atMs);
  const entry = { id: newId(atMs), ownerId, requestId: id, createdAt: atMs };
  await db.write((d) => [
    d.insert(songRequests).values({
      ...{ id, ownerId, songTitle, artist, albumArt: "", uri, tipKurus },
      ...{ atTill: receivedKurus !== undefined, status: "played" },
      ...{ createdAt: atMs, decidedAt: atMs },
    }),
    d.insert(plays).values({
      ...{ ...playAt(atMs), id, ownerId, requestId: id, uri, title: songTitle, artist, ...end },
    }),
    ...receivedKurus === undefined
      ? [d.insert(ledger).values({ ...entry, kind: "tip", amountKurus: tipKurus })]
      : [],
    ...receivedKurus ? [d.insert(tillReceipts).values({ ...entry, kurus: receivedKurus })] : [],
  ]);
  return id;
}

/** What every play of these tests has that began at `atMs` (epoch). */
function playAt(atMs: number) {
  return { source: "spotify", albumArt: "", sentAt: atMs, startedAt: atMs };
}

/** Sends the first song of the owner's queue, as play-next does. Undefined if none could be sent. */
export async function sendNext(
  { db, music, now }: Pick<Deps, "db" | "music" | "now">,
  ownerId: string,
): Promise<SentPlay | undefined> {
  const play = { id: newId(now()), ownerId, sentAt: now(), sources: music.ids };
  const outcome = await sendFirst(db, play);
  return "sent" in outcome ? outcome.sent : undefined;
}

/** What play-next does, without a player. Returns whether there was a song to play. */
export async function playNextInDatabase(
  deps: Pick<Deps, "db" | "music" | "now">,
  ownerId: string,
): Promise<boolean> {
  const sent = await sendNext(deps, ownerId);
  if (!sent) return false;
  const begun = { startedAt: deps.now(), at: deps.now() };
  return await beginPlay(deps.db, sent, begun) !== undefined;
}

/** Changes the owner's active play, as the conductor does when it hears of the player. */
export async function changePlay(
  { db }: Pick<Deps, "db">,
  ownerId: string,
  changes: Partial<
    Pick<PlayRow, "orderedAt" | "positionMs" | "positionAt" | "isPaused" | "durationMs">
  >,
): Promise<void> {
  await db.write((d) => [
    d.update(plays).set(changes).where(and(eq(plays.ownerId, ownerId), isNull(plays.endedAt))),
  ]);
}

/** A song of the cafe's own that plays, which no guest asked for. */
export async function playOwnMusic(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  changes: Partial<PlayRow> = {},
): Promise<void> {
  await db.write((d) => [
    d.insert(plays).values({
      ...{ ...playAt(now()), id: newId(now()), ownerId, state: "playing", durationMs: 200_000 },
      uri: "spotify:track:0000000000000000000001",
      title: "Kafenin Şarkısı",
      artist: "Kafenin Sanatçısı",
      ...changes,
    }),
  ]);
}
