// Makes the admin that the configuration names, at start.
import { getLogger } from "@logtape/logtape";
import { findVerifiedAccount, insertAdmin } from "../../db/accounts.ts";
import { ConfigError } from "../config.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import { hashPassword } from "./passwords.ts";

const log = getLogger(["siradaki", "auth"]);

/**
 * Does nothing where that admin exists: the password stays what it is (contract: ADMIN_EMAIL).
 * @throws ConfigError where an owner has the e-mail
 */
export async function ensureAdmin(deps: Pick<Deps, "config" | "db" | "now">): Promise<void> {
  const { config: { admin }, db, now } = deps;
  if (!admin) return;
  if (await isThere(deps, admin.email)) return;
  const made = await insertAdmin(db, {
    id: newId(now()),
    email: admin.email,
    passwordHash: await hashPassword(admin.password.normalize("NFC")),
    createdAt: now(),
  });
  if (made) log.info("Made the admin account that ADMIN_EMAIL names");
  // Somebody else was quicker: another instance that starts, or an owner.
  else await isThere(deps, admin.email);
}

async function isThere({ db }: Pick<Deps, "db">, email: string): Promise<boolean> {
  const account = await findVerifiedAccount(db, email);
  if (account?.role === "owner") {
    throw new ConfigError(["ADMIN_EMAIL is a cafe owner's: an admin needs an e-mail of its own"]);
  }
  return account !== undefined;
}
