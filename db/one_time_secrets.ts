// One-time secrets: verification codes, reset links, connection tickets, OAuth states. Only their hashes are
// stored. A secret is used by one conditional delete, so that one of several concurrent callers succeeds.
import { and, eq, gt } from "drizzle-orm";
import type { Database } from "./client.ts";
import { oneTimeSecrets } from "./schema/accounts.ts";

export type OneTimeSecret = typeof oneTimeSecrets.$inferSelect;
export type SecretPurpose = OneTimeSecret["purpose"];

/** Stores a new secret. */
export async function insertSecret(
  db: Database,
  secret: typeof oneTimeSecrets.$inferInsert,
): Promise<void> {
  await db.write((d) => [d.insert(oneTimeSecrets).values(secret)]);
}

/** Uses the secret. Returns undefined if it is unknown, expired or used already. */
export async function takeSecret(
  db: Database,
  purpose: SecretPurpose,
  hash: string,
  nowMs: number,
): Promise<OneTimeSecret | undefined> {
  const [rows] = await db.write((d) => [
    d.delete(oneTimeSecrets).where(alive(purpose, hash, nowMs)).returning(),
  ]);
  return rows[0];
}

/** The secret if it would still work, without using it. */
export async function findSecret(
  db: Database,
  purpose: SecretPurpose,
  hash: string,
  nowMs: number,
): Promise<OneTimeSecret | undefined> {
  return await db.read.select().from(oneTimeSecrets).where(alive(purpose, hash, nowMs)).get();
}

/** The condition that a secret works at `nowMs`. */
export function alive(purpose: SecretPurpose, hash: string, nowMs: number) {
  return and(
    eq(oneTimeSecrets.hash, hash),
    eq(oneTimeSecrets.purpose, purpose),
    gt(oneTimeSecrets.expiresAt, nowMs),
  );
}
