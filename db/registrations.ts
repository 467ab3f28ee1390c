// Registrations: accounts that are not verified yet. Several may share an e-mail (docs/accounts.md#registration).
import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Account } from "./accounts.ts";
import type { Database } from "./client.ts";
import { type NewLetter, writeLetter } from "./letters.ts";
import { accounts } from "./schema/accounts.ts";
import { insertCode, type NewCode } from "./verification_codes.ts";

export interface NewRegistration {
  account: Pick<Account, "id" | "email" | "passwordHash" | "phone" | "createdAt">;
  cafe: { id: string; name: string };
  code: NewCode;
  /** Sent instead of the code if a verified account has the e-mail. */
  notice: NewLetter;
}

/**
 * Writes account, cafe, code and letter in one commit. If a verified account has the e-mail, it writes only the
 * notice and returns false. If the recipient got too many letters, the account is written without a code.
 */
export async function insertRegistration(db: Database, r: NewRegistration): Promise<boolean> {
  const { id, email, passwordHash, phone, createdAt } = r.account;
  const registered = sql`exists (select 1 from accounts where id = ${id})`;
  const [rows] = await db.write((d) => [
    d.all<{ id: string }>(sql`
      insert into accounts (id, role, email, password_hash, phone, created_at)
      select ${id}, 'owner', ${email}, ${passwordHash}, ${phone}, ${createdAt}
      where not exists (select 1 from accounts where email = ${email} and verified_at is not null)
      returning id`),
    d.run(sql`
      insert into cafes (id, owner_id, name, created_at)
      select ${r.cafe.id}, ${id}, ${r.cafe.name}, ${createdAt} where ${registered}`),
    writeLetter(d, r.code.letter, registered),
    insertCode(d, id, r.code, createdAt),
    writeLetter(d, r.notice, sql`not ${registered}`),
  ]);
  return rows.length > 0;
}

/** The unverified registrations of an e-mail among `ids`, newest first. */
export async function findRegistrationsAmong(
  db: Database,
  email: string,
  ids: string[],
): Promise<Account[]> {
  if (ids.length === 0) return [];
  return await db.read.select().from(accounts)
    .where(and(eq(accounts.email, email), isNull(accounts.verifiedAt), inArray(accounts.id, ids)))
    .orderBy(desc(accounts.id));
}

/** The newest unverified registration of an e-mail. */
export async function findNewestRegistration(
  db: Database,
  email: string,
): Promise<Account | undefined> {
  return await db.read.select().from(accounts)
    .where(and(eq(accounts.email, email), isNull(accounts.verifiedAt)))
    .orderBy(desc(accounts.id)).limit(1).get();
}
