// The accounts table: verified accounts, and the admin's beginning (docs/accounts.md). registrations.ts has those that wait.
import type { Database } from "../connection/client.ts";
import { accounts } from "../schema/accounts.ts";
import { columnsOf } from "../schema/columns.ts";
import { statement } from "../connection/statement.ts";

export type Account = typeof accounts.$inferSelect;

/** The columns of an `Account`. */
export const ACCOUNT_COLUMNS = columnsOf(accounts);

/** The condition that a verified account has `:email`. */
export const IS_TAKEN =
  "exists (select 1 from accounts where email = :email and verified_at is not null)";

const VERIFIED = statement<{ email: string }, Account>(`
  select ${ACCOUNT_COLUMNS} from accounts
  where email = :email and verified_at is not null and erased_at is null`);

/** The verified account with this normalised e-mail. There is at most one. */
export async function findVerifiedAccount(
  db: Database,
  email: string,
): Promise<Account | undefined> {
  return (await db.all(VERIFIED({ email })))[0];
}

const VERIFIED_AMONG = statement<{ email: string; ids: string }, Account>(`
  select ${ACCOUNT_COLUMNS} from accounts
  where email = :email and verified_at is not null and erased_at is null
    and id in (select value from json_each(:ids))`);

/** The verified account with this e-mail, if it is one of `ids`. */
export async function findVerifiedAmong(
  db: Database,
  email: string,
  ids: string[],
): Promise<Account | undefined> {
  if (ids.length === 0) return undefined;
  return (await db.all(VERIFIED_AMONG({ email, ids: JSON.stringify(ids) })))[0];
}

const FIND = statement<{ id: string }, Account>(
  `select ${ACCOUNT_COLUMNS} from accounts where id = :id and erased_at is null`,
);

/** The account with this id, unless it was erased. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  return (await db.all(FIND({ id })))[0];
}

type NewAdmin = Pick<Account, "id" | "email" | "passwordHash" | "createdAt">;

const INSERT_ADMIN = statement<NewAdmin>(`
  insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
  select :id, 'admin', :email, :passwordHash, '', :createdAt, :createdAt where not ${IS_TAKEN}
  returning id`);

/** Inserts a verified admin unless a verified account has the e-mail. Returns whether it inserted one. */
export async function insertAdmin(
  db: Database,
  { id, email, passwordHash, createdAt }: NewAdmin,
): Promise<boolean> {
  const [rows] = await db.write(() => [INSERT_ADMIN({ id, email, passwordHash, createdAt })]);
  return rows.length > 0;
}
