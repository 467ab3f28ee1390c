// Which requests of an owner a decision, or its undo, is about.
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { songRequests } from "./schema/requests.ts";

/** Returns the condition that a column holds the id of one of the requests. */
export type Chosen = (column: AnyColumn) => SQL;

/** One request. */
export function chosenOne(id: string): Chosen {
  return (column) => sql`${column} = ${id}`;
}

/** Each request of a list. Ids that come twice count once. */
export function chosenMany(ids: string[]): Chosen {
  return (column) => sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** The conditions that a request is one of the owner's chosen ones, and that its song is on its way to the player. */
export function conditionsOf(ownerId: string, chosen: Chosen) {
  return {
    // The plus keeps SQLite from searching by owner, among all requests of the cafe.
    own: sql`${chosen(songRequests.id)} and +song_requests.owner_id = ${ownerId}`,
    // Written out: in a list of columns, drizzle would leave out the table.
    onItsWay: sql`exists (select 1 from plays
      where owner_id = ${ownerId} and ended_at is null and state = 'sent'
        and request_id = song_requests.id)`,
  };
}
