// The cafes of the benchmark: the first has 50 songs in its queue, and guests send requests to all of them.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { accounts } from "../../../db/schema/accounts.ts";
import { tracks } from "../../../db/schema/music.ts";
import { songRequests } from "../../../db/schema/requests.ts";
import { compose } from "../../../main.ts";
import { readConfig } from "../../../server/config.ts";
import type { Deps } from "../../../server/deps.ts";
import { newId } from "../../../server/ids.ts";
import { createOwner, type TestOwner } from "../../../tests/support/people/factories.ts";

const CAFES = 40;
const SONGS = 50;
/** How long another process may hold the database's lock. */
const LOCK_TIMEOUT_MS = 5_000;

export type Song = typeof songRequests.$inferInsert;

export interface Cafes extends AsyncDisposable {
  dataDir: string;
  /** The facts as JSON, for the reference's database. */
  facts: string;
  owners: TestOwner[];
  /** The songs in the queue of the first cafe. */
  songs: Song[];
  /** Rejects every pending request in the database file, as another process. */
  rejectPending(database: string): void;
}

/** A data folder with its database. `passwordHash` becomes every owner's. */
export async function prepareCafes(passwordHash = "unusable"): Promise<Cafes> {
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-bench-" });
  const deps = await compose(readConfig({ DATA_DIR: dataDir, HOST: "127.0.0.1" }));
  await deps.db.migrate();
  const owners: TestOwner[] = [];
  for (let i = 0; i < CAFES; i++) owners.push(await createOwner(deps));
  await deps.db.write((d) => [d.update(accounts).set({ passwordHash })]);
  const songs = Array.from({ length: SONGS }, (_, i) => song(deps, owners[0]!.ownerId, i));
  await deps.db.write((d) => [
    d.insert(tracks).values(songs.map(({ songTitle, createdAt, ...track }) => ({
      ...track,
      title: songTitle,
      durationMs: 200_000,
      seenAt: createdAt,
    }))),
    d.insert(songRequests).values(songs),
  ]);
  await deps.db.close();
  const facts = join(dataDir, "facts.json");
  await Deno.writeTextFile(facts, JSON.stringify({ owners, songs, passwordHash }));
  return {
    dataDir,
    facts,
    owners,
    songs,
    rejectPending,
    [Symbol.asyncDispose]: () => Deno.remove(dataDir, { recursive: true }),
  };
}

function song({ now }: Pick<Deps, "now">, ownerId: string, i: number): Song {
  const createdAt = now();
  return {
    id: newId(createdAt),
    ownerId,
    songTitle: `Gülümse, ${i}. söyleyiş`,
    artist: "Sezen Aksu ve arkadaşları",
    albumArt: `https://i.scdn.co/image/ab67616d00001e02${String(i).padStart(24, "0")}`,
    uri: `spotify:track:4uLU6hMCjMI75M1A2t${String(i).padStart(4, "0")}`,
    tipKurus: (i % 10) * 1_250,
    status: "approved",
    createdAt,
    decidedAt: createdAt,
  };
}

function rejectPending(database: string): void {
  const db = new DatabaseSync(database);
  db.exec(`pragma busy_timeout = ${LOCK_TIMEOUT_MS}`);
  db.exec("update song_requests set status = 'rejected' where status = 'pending'");
  db.close();
}
