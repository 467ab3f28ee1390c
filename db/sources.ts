// Which source of music a cafe has chosen (docs/music.md#settings).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { selectRevision } from "./rooms.ts";

const SOURCE = constantSql<{ source: string | null }>(
  "select source from cafes where owner_id = ?1",
);

/** The id of the provider that the owner has chosen, null without a choice or a cafe. */
export async function findSource(db: Database, ownerId: string): Promise<string | null> {
  return (await db.all(SOURCE(ownerId)))[0]?.source ?? null;
}

const CHOOSE = constantSql("update cafes set source = ?2 where owner_id = ?1");

/** Chooses the source. Returns the room's revision. */
export async function setSource(db: Database, ownerId: string, source: string): Promise<number> {
  const { room } = await db.write(() => ({
    chosen: CHOOSE(ownerId, source),
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision ?? 0;
}
