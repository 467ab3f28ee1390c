// One-time secrets: verification codes, reset links, connection tickets, OAuth states. Only their hashes are
// stored. A secret is used by one conditional delete, so that one of several concurrent callers succeeds.
import type { Database } from "../connection/client.ts";
import { oneTimeSecrets } from "../schema/accounts.ts";
import { columnsOf } from "../schema/columns.ts";
import { statement } from "../connection/statement.ts";

type OneTimeSecret = typeof oneTimeSecrets.$inferSelect;
type SecretPurpose = OneTimeSecret["purpose"];
type NewSecret = Omit<OneTimeSecret, "wrongTries" | "detail"> & { detail?: string };

const COLUMNS = columnsOf(oneTimeSecrets);

const INSERT = statement<Required<NewSecret>>(`
  insert into one_time_secrets (hash, purpose, account_id, detail, created_at, expires_at)
  values (:hash, :purpose, :accountId, :detail, :createdAt, :expiresAt)`);

/** Stores a new secret. */
export async function insertSecret(
  db: Database,
  { hash, purpose, accountId, detail = "", createdAt, expiresAt }: NewSecret,
): Promise<void> {
  await db.write(() => [
    INSERT({ hash, purpose, accountId, detail, createdAt, expiresAt }),
  ]);
}

/** A secret, and when it is used. */
export interface UsedSecret {
  purpose: SecretPurpose;
  hash: string;
  now: number;
}

/** The condition that a secret works. */
export const IS_ALIVE = "hash = :hash and purpose = :purpose and expires_at > :now";

const TAKE = statement<UsedSecret, OneTimeSecret>(
  `delete from one_time_secrets where ${IS_ALIVE} returning ${COLUMNS}`,
);

/** Uses the secret. Returns undefined if it is unknown, expired or used already. */
export async function takeSecret(
  db: Database,
  purpose: SecretPurpose,
  hash: string,
  nowMs: number,
): Promise<OneTimeSecret | undefined> {
  const [rows] = await db.write(() => [TAKE({ purpose, hash, now: nowMs })]);
  return rows[0];
}

const FIND = statement<UsedSecret, OneTimeSecret>(
  `select ${COLUMNS} from one_time_secrets where ${IS_ALIVE}`,
);

/** The secret if it would still work, without using it. */
export async function findSecret(
  db: Database,
  purpose: SecretPurpose,
  hash: string,
  nowMs: number,
): Promise<OneTimeSecret | undefined> {
  return (await db.all(FIND({ purpose, hash, now: nowMs })))[0];
}
