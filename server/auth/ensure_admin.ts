// Makes the admin account that the configuration names (docs/accounts.md#roles).
import { getLogger } from "@logtape/logtape";
import { type Account, findVerifiedAccount, insertAdmin } from "../../db/people/accounts.ts";
import type { Deps } from "../deps.ts";
import { ConfigError } from "../environment.ts";
import { newId } from "../ids.ts";
import { isCommonPassword } from "./new_password.ts";

const MIN_LENGTH = 12;

/** What to say of ADMIN_PASSWORD, or undefined if it is good enough. */
async function weaknessOf(admin: {
  email: string;
  password: string;
}): Promise<string | undefined> {
  const password = admin.password.normalize("NFC");
  if ([...password].length < MIN_LENGTH) {
    return `ADMIN_PASSWORD has fewer than ${MIN_LENGTH} characters`;
  }
  if (await isCommonPassword(password, [admin.email])) {
    return "ADMIN_PASSWORD is very common or made of ADMIN_EMAIL: write three or four words";
  }
  return undefined;
}

const log = getLogger(["siradaki", "auth"]);

/**
 * Changes nothing if that admin exists, also if the password is another one.
 * @throws ConfigError if an owner has the e-mail, or if the password of a new admin is weak
 */
export async function ensureAdmin(
  deps: Pick<Deps, "config" | "db" | "now" | "passwords">,
): Promise<void> {
  const { config: { admin }, db, now, passwords } = deps;
  if (!admin) return;
  const existing = await findAdmin(deps, admin.email);
  const weakness = await weaknessOf(admin);
  const password = admin.password.normalize("NFC");
  if (existing) {
    // The admin may have set another one since.
    if (weakness && await passwords.verify(existing.passwordHash, password)) {
      log.warn("{weakness}. The admin should set another one: /panel/forgot-password", {
        weakness,
      });
    }
    return;
  }
  if (weakness) throw new ConfigError([weakness]);
  const made = await insertAdmin(db, {
    id: newId(now()),
    email: admin.email,
    passwordHash: await passwords.hash(password),
    createdAt: now(),
  });
  if (made) log.info("Made the admin account that ADMIN_EMAIL names");
  // Another instance made it first, or an owner was verified meanwhile: then this throws.
  else await findAdmin(deps, admin.email);
}

/** @throws ConfigError if an owner has the e-mail */
async function findAdmin({ db }: Pick<Deps, "db">, email: string): Promise<Account | undefined> {
  const account = await findVerifiedAccount(db, email);
  if (account?.role === "owner") {
    throw new ConfigError(["ADMIN_EMAIL is a cafe owner's: an admin needs an e-mail of its own"]);
  }
  return account;
}
