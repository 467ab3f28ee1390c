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

/** A verified owner with a cafe, logged in. The password cannot be used: nothing hashes to it. */
export async function createOwner(deps: Deps, name = "Kafe Deneme"): Promise<TestOwner> {
  const ownerId = newId(deps.now());
  const cafeId = newId(deps.now());
  const account = await insertAccount(deps, ownerId, "owner");
  await deps.db.write((d) => [
    d.insert(cafes).values({ id: cafeId, ownerId, name, createdAt: deps.now() }),
  ]);
  return { ownerId, cafeId, email: account.email, token: await issueToken(deps, account) };
}

/** An admin, logged in. */
export async function createAdmin(deps: Deps): Promise<{ accountId: string; token: string }> {
  const account = await insertAccount(deps, newId(deps.now()), "admin");
  return { accountId: account.id, token: await issueToken(deps, account) };
}

async function insertAccount(deps: Deps, id: string, role: "owner" | "admin") {
  const [rows] = await deps.db.write((d) => [
    d.insert(accounts).values({
      id,
      role,
      email: `${id.toLowerCase()}@ornek.test`,
      passwordHash: "unusable",
      phone: "+90 555 000 00 00",
      createdAt: deps.now(),
      verifiedAt: deps.now(),
    }).returning(),
  ]);
  return rows[0]!;
}
