// The rooms in which a person's logins may have pages open: of the own cafe, and of those that they work for.
import { constantSql } from "./constant_sql.ts";

/** A cafe's room and its revision. */
export interface RevisedRoom {
  ownerId: string;
  revision: number;
}

const OWNERS = `select owner_id from cafes where owner_id = ?1
  union select owner_id from memberships where account_id = ?1 and ended_at is null`;

/** The statement that raises their revisions if the statement before it has changed a row, such as ended a login. */
export const raisePersonsRoomsIfChanged = constantSql(`
  insert into rooms (owner_id, revision) select owner_id, 1 from (${OWNERS}) where changes() > 0
  on conflict (owner_id) do update set revision = revision + 1`);

/** The statement that reads their revisions in the commit that raised them. */
export const selectPersonsRooms = constantSql<RevisedRoom>(
  `select owner_id as ownerId, revision from rooms where owner_id in (${OWNERS})`,
);
