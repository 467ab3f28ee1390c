// Secrets that are good for one use: verification codes, reset links, connection tickets, OAuth states.
// Only their hashes are here. What decides a use is one conditional delete.
import { and, eq, gt } from "drizzle-orm";
import type { Database } from "./client.ts";
import { oneTimeSecrets } from "./schema/accounts.ts";

export type OneTimeSecret = typeof oneTimeSecrets.$inferSelect;
export type SecretPurpose = OneTimeSecret["purpose"];

/** Keeps a new secret. */
export async function insertSecret(
  db: Database,
  secret: typeof oneTimeSecrets.$inferInsert,
): Promise<void> {
  await db.write((d) => [d.insert(oneTimeSecrets).values(secret)]);
}

/** Uses the secret up: of many callers at once one gets it, the others and late ones get undefined. */
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

/** Looks whether a secret would still work, without using it. */
export async function findSecret(
  db: Database,
  purpose: SecretPurpose,
  hash: string,
  nowMs: number,
): Promise<OneTimeSecret | undefined> {
  return await db.read.select().from(oneTimeSecrets).where(alive(purpose, hash, nowMs)).get();
}

/** The condition under which a secret works, for statements elsewhere in db/. */
export function alive(purpose: SecretPurpose, hash: string, nowMs: number) {
  return and(
    eq(oneTimeSecrets.hash, hash),
    eq(oneTimeSecrets.purpose, purpose),
    gt(oneTimeSecrets.expiresAt, nowMs),
  );
}
