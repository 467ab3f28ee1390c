// Reads what is stored about a person's teams (docs/accounts.md#export).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import type { SongRequestRow } from "./song_requests.ts";

interface Times {
  invitedAt: number;
  endedAt: number | null;
}

const TEAM = constantSql<{ name: string; email: string; joinedAt: number | null } & Times>(`
  select name, email, invited_at as invitedAt, joined_at as joinedAt, ended_at as endedAt
  from memberships join accounts on accounts.id = account_id where owner_id = ?1
  union all
  select name, email, created_at, null, null from invitations where owner_id = ?1
  order by invitedAt`);

const MEMBERSHIPS = constantSql<
  { ownerId: string; cafeName: string; name: string; joinedAt: number } & Times
>(`
  select memberships.owner_id as ownerId, cafes.name as cafeName, memberships.name,
    invited_at as invitedAt, joined_at as joinedAt, ended_at as endedAt
  from memberships join cafes on cafes.owner_id = memberships.owner_id
  where account_id = ?1 order by joined_at`);

const DECISIONS = constantSql<
  { ownerId: string; songTitle: string; status: SongRequestRow["status"]; decidedAt: number | null }
>(`
  select owner_id as ownerId, song_title as songTitle, status, decided_at as decidedAt
  from song_requests
  where owner_id in (select owner_id from memberships where account_id = ?1) and decided_by = ?1
  order by id desc`);

/** The owner's team, the person's memberships, and what they decided at cafes of others. */
export async function readTeamsOf(db: Database, accountId: string) {
  const [team, memberships, decisions] = await Promise.all([
    db.all(TEAM(accountId)),
    db.all(MEMBERSHIPS(accountId)),
    db.all(DECISIONS(accountId)),
  ]);
  return { team, memberships, decisions };
}
