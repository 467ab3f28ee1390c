// Owners and admins, inserted directly into the database.
import { accounts, cafes } from "../../../db/schema/accounts.ts";
import { issueToken } from "../../../server/auth/tokens.ts";
import type { Deps } from "../../../server/deps.ts";
import { newId } from "../../../server/ids.ts";

export interface TestOwner {
  ownerId: string;
  cafeId: string;
  email: string;
  token: string;
}

/** The hash of a random password at the lowest cost: it can be compared with, and no password of a test matches it. */
export const UNUSABLE_HASH =
  "$argon2id$v=19$m=8,t=1,p=1$wVoC2+qx1OS+xJwchK9LVw$9jgVwA8N3/fgzCcEbZNH1Tb7cRyfvdivcNe8QnpBmaE";

/** A verified owner with a cafe, logged in. Its password is unknown. */
export async function createOwner(deps: Deps, name = "Kafe Deneme"): Promise<TestOwner> {
  const ownerId = newId(deps.now());
  const cafeId = newId(deps.now());
  const account = await insertAccount(deps, "owner", { id: ownerId });
  await deps.db.write((d) => [
    d.insert(cafes).values({ id: cafeId, ownerId, name, createdAt: deps.now() }),
  ]);
  return { ownerId, cafeId, email: account.email, token: await issueToken(deps, account) };
}

/** An admin, logged in. */
export async function createAdmin(deps: Deps): Promise<{ accountId: string; token: string }> {
  const account = await insertAccount(deps, "admin");
  return { accountId: account.id, token: await issueToken(deps, account) };
}

/** A verified account. Its password is unknown. */
export async function insertAccount(
  deps: Deps,
  role: "owner" | "admin",
  { id = newId(deps.now()), phone = "+90 555 000 00 00" }: { id?: string; phone?: string } = {},
) {
  const at = deps.now();
  const email = `${id.toLowerCase()}@ornek.test`;
  const [rows] = await deps.db.write((d) => [
    d.insert(accounts).values({
      ...{ id, role, email, phone, passwordHash: UNUSABLE_HASH, createdAt: at, verifiedAt: at },
    }).returning(),
  ]);
  return rows[0]!;
}
