// `seed`: makes a demo cafe with an owner, an admin, songs, earned tips and payouts.
import { listPayouts } from "../../db/payouts.ts";
import { findOthers, findSeeded, insertSeed } from "../../db/seed.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import { closeIfDue } from "../payouts/closing_schedule.ts";
import { markPaid } from "../payouts/mark_paid.ts";
import { type Command, CommandError } from "./command.ts";
import { seedRequests } from "./seed_evenings.ts";
import { withProduct } from "./with_product.ts";

/** `.test` is reserved (RFC 6761), so no letter of the demo can reach a real address. */
const OWNER_EMAIL = "kafe@siradaki.test";
const ADMIN_EMAIL = "yonetici@siradaki.test";
/** The example IBAN of the SWIFT registry for Turkey. */
const IBAN = "TR330006100519786457841326";

export const seed: Command = {
  summary: "fills an empty database with a demo cafe and prints its logins",
  run: (context) =>
    withProduct(context, async (deps) => {
      for (const line of await seedDemoCafe(deps)) context.print(line);
      return 0;
    }),
};

/**
 * Makes the demo cafe if it does not exist, and returns lines for the operator with its logins.
 * @throws CommandError if the database has other accounts, since they are real
 */
export async function seedDemoCafe(deps: Deps): Promise<string[]> {
  const { config, db } = deps;
  const emails = [OWNER_EMAIL, ADMIN_EMAIL, ...config.admin ? [config.admin.email] : []];
  if (await findOthers(db, emails)) {
    throw new CommandError("Cannot seed: the database has accounts that are not the demo's");
  }
  const [ownerPassword, adminPassword] = await passwords(deps);
  const seeded = await findSeeded(db, OWNER_EMAIL, ADMIN_EMAIL);
  if (!seeded) await insertDemoCafe(deps, ownerPassword, adminPassword);
  const { ownerId, adminId, cafeId } = (seeded ?? await findSeeded(db, OWNER_EMAIL, ADMIN_EMAIL))!;
  await closeIfDue(deps);
  const first = (await listPayouts(db, ownerId)).at(-1);
  if (first?.status === "pending") await markPaid(deps, first.id, adminId);
  return [
    seeded ? "The demo cafe exists already." : "Made the demo cafe.",
    "",
    `  Kafe sahibi   ${OWNER_EMAIL}       ${ownerPassword}   ${config.appOrigin}/panel/login`,
    `  Yönetici      ${ADMIN_EMAIL}   ${adminPassword}   ${config.appOrigin}/panel/login`,
    `  Müşteriler    ${await deps.guestOrigin()}/cafe/${cafeId}`,
    "",
  ];
}

async function insertDemoCafe(
  deps: Deps,
  ownerPassword: string,
  adminPassword: string,
): Promise<void> {
  const nowMs = deps.now();
  const requests = seedRequests(nowMs, { covers: deps.config.spotify.demo });
  const createdAt = requests[0]!.createdAt;
  const account = async (role: "owner" | "admin", email: string, password: string) => ({
    id: newId(createdAt),
    role,
    email,
    passwordHash: await deps.passwords.hash(password),
    phone: role === "owner" ? "+90 555 000 00 00" : "",
  });
  await insertSeed(deps.db, {
    accounts: [
      await account("owner", OWNER_EMAIL, ownerPassword),
      await account("admin", ADMIN_EMAIL, adminPassword),
    ],
    cafe: {
      id: newId(createdAt),
      name: "Kahve Durağı",
      iban: IBAN,
      accountHolderName: "Ayşe Yılmaz",
    },
    requests,
    playIds: requests.filter((r) => r.playedAt).map((r) => newId(r.playedAt!)),
    createdAt,
  });
}

/** Passwords derived from ENCRYPTION_KEY, so that a second run prints the same ones again. */
async function passwords(
  { cipher }: Pick<Deps, "cipher">,
): Promise<[owner: string, admin: string]> {
  const make = async (role: string) =>
    (await cipher.sign(`seed:${role}`)).replace(/[^A-Za-z0-9]/g, "").slice(0, 14);
  return [await make("owner"), await make("admin")];
}
