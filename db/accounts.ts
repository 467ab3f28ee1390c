// Reads and writes the accounts table.
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { accounts } from "./schema/accounts.ts";

export type Account = typeof accounts.$inferSelect;

/** The verified account with this normalised e-mail. There is at most one. */
export async function findVerifiedAccount(
  db: Database,
  email: string,
): Promise<Account | undefined> {
  return await db.read.select().from(accounts)
    .where(
      and(eq(accounts.email, email), isNotNull(accounts.verifiedAt), isNull(accounts.erasedAt)),
    )
    .get();
}

/** The account with this id, unless it was erased. */
export async function findAccount(db: Database, id: string): Promise<Account | undefined> {
  return await db.read.select().from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.erasedAt))).get();
}

/** Inserts a verified admin unless a verified account has the e-mail. Returns whether it inserted one. */
export async function insertAdmin(
  db: Database,
  admin: Pick<Account, "id" | "email" | "passwordHash" | "createdAt">,
): Promise<boolean> {
  const { id, email, passwordHash, createdAt } = admin;
  const [rows] = await db.write((d) => [
    d.all<{ id: string }>(sql`
      insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
      select ${id}, 'admin', ${email}, ${passwordHash}, '', ${createdAt}, ${createdAt}
      where not exists (select 1 from accounts where email = ${email} and verified_at is not null)
      returning id`),
  ]);
  return rows.length > 0;
}
