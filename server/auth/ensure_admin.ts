// Makes the admin account that the configuration names (docs/accounts.md#roles).
import { getLogger } from "@logtape/logtape";
import { findVerifiedAccount, insertAdmin } from "../../db/accounts.ts";
import { ConfigError } from "../config_error.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";

const log = getLogger(["siradaki", "auth"]);

/**
 * Does nothing if that admin exists, also if the password is another one.
 * @throws ConfigError if an owner has the e-mail
 */
export async function ensureAdmin(
  deps: Pick<Deps, "config" | "db" | "now" | "passwords">,
): Promise<void> {
  const { config: { admin }, db, now, passwords } = deps;
  if (!admin) return;
  if (await hasAdmin(deps, admin.email)) return;
  const made = await insertAdmin(db, {
    id: newId(now()),
    email: admin.email,
    passwordHash: await passwords.hash(admin.password.normalize("NFC")),
    createdAt: now(),
  });
  if (made) log.info("Made the admin account that ADMIN_EMAIL names");
  // Another instance made it first, or an owner was verified meanwhile: then this throws.
  else await hasAdmin(deps, admin.email);
}

/** @throws ConfigError if an owner has the e-mail */
async function hasAdmin({ db }: Pick<Deps, "db">, email: string): Promise<boolean> {
  const account = await findVerifiedAccount(db, email);
  if (account?.role === "owner") {
    throw new ConfigError(["ADMIN_EMAIL is a cafe owner's: an admin needs an e-mail of its own"]);
  }
  return account !== undefined;
}
