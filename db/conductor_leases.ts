// Which instance acts for a cafe (docs/conductor.md#leases).
import { eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { conductors } from "./schema/conductors.ts";

/** The clocks of two instances differ by less. A lease that ends later than that is of a clock that was set back since. */
export const CLOCKS_APART_MS = 10_000;

/**
 * Takes the conductors whose lease is free or over, and renews those of `holder`, until `until` (epoch ms). With
 * `fromAnyone` takes all. Cafes whose source is one of `leftOut` have no conductor. Returns the owners of those that it
 * holds now.
 */
export async function holdConductors(
  db: Database,
  { holder, now, until, fromAnyone, leftOut }: {
    holder: string;
    now: number;
    until: number;
    fromAnyone: boolean;
    /** Sources whose players begin the next song by themselves. */
    leftOut: string[];
  },
): Promise<string[]> {
  const [held] = await db.write((d) => [
    d.update(conductors).set({ holder, heldUntil: until })
      .where(
        sql`is_on = 1 and (holder = ${holder} or held_until < ${now} or held_until > ${
          until + CLOCKS_APART_MS
        }
            or ${fromAnyone ? 1 : 0})
          and not exists (select 1 from cafes where cafes.owner_id = ${conductors.ownerId}
            and cafes.source in (select value from json_each(${JSON.stringify(leftOut)})))`,
      )
      .returning({ ownerId: conductors.ownerId }),
  ]);
  return held.map(({ ownerId }) => ownerId);
}

/** Gives up what `holder` acts for, so that another instance takes it at once. */
export async function releaseConductors(db: Database, holder: string): Promise<void> {
  await db.write((d) => [
    d.update(conductors).set({ holder: null, heldUntil: 0 }).where(eq(conductors.holder, holder)),
  ]);
}
