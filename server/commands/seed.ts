// `seed`: makes a demo cafe with an owner, an admin, songs, earned tips and payouts.
import { listPayouts } from "../../db/money/payouts.ts";
import { findOthers, findSeeded, insertSeed } from "../../db/seed.ts";
import { DAY_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { newTableCode } from "../house/cafe_tables.ts";
import { newId } from "../ids.ts";
import { closeIfDue } from "../payouts/closing.ts";
import { markPaid } from "../payouts/payouts.ts";
import { LIBRARY_SOURCE } from "../library/song_uri.ts";
import { type Command, CommandError } from "./command.ts";
import { seedEvenings, TABLES } from "./seed_evenings.ts";
import {
  addMusic,
  canAddMusic,
  findMusic,
  OWN_TUNES,
  type SeedMusic,
  type SeedTune,
} from "./seed_music.ts";
import { withProduct } from "./with_product.ts";

/** `.test` is reserved (RFC 6761), so no letter of the demo can reach a real address. */
const OWNER_EMAIL = "kafe@siradaki.test";
const ADMIN_EMAIL = "yonetici@siradaki.test";
const STAFF_EMAIL = "ekip@siradaki.test";
const STAFF_NAME = "Deniz";
/** The example IBAN of the SWIFT registry for Turkey. */
const IBAN = "TR330006100519786457841326";

/** The cafe is older than its first evening. */
const CREATED_BEFORE_MS = 26 * DAY_MS;

/** How the owner hears the music of the demo cafe. */
const HEARING = [
  "",
  "  Müzik         Kafe sahibi olarak giriş yapın, 'Oynatıcı' ekranında 'Müziği başlat'a basın.",
  "  Spotify       'Müzik' ekranında örnek hesaba bağlanıp Spotify'ı seçin. Örnek hesaptan ses çıkmaz.",
];

export const seed: Command = {
  summary: "fills an empty database with a demo cafe and prints its logins",
  run: (context) =>
    withProduct(context, async (deps) => {
      const said = await seedDemoCafe(deps, { tunes: OWN_TUNES, note: context.note });
      for (const line of said) context.print(line);
      return 0;
    }),
};

export interface SeedOptions {
  /** The music of the cafe. Without any, or where it would not be heard, the cafe's music is the demo account's. */
  tunes?: readonly SeedTune[];
  /** Hears a line before music is copied. */
  note?: (line: string) => void;
}

/**
 * Makes the demo cafe if it does not exist, and its music if that is missing. Returns lines for the operator with its
 * logins.
 * @throws CommandError if the database has other accounts, since they are real
 */
export async function seedDemoCafe(
  deps: Deps,
  { tunes = [], note = () => {} }: SeedOptions = {},
): Promise<string[]> {
  const { config, db, music } = deps;
  const emails = [
    OWNER_EMAIL,
    ADMIN_EMAIL,
    STAFF_EMAIL,
    ...config.admin ? [config.admin.email] : [],
  ];
  if (await findOthers(db, emails)) {
    throw new CommandError("Cannot seed: the database has accounts that are not the demo's");
  }
  const secrets = await passwords(deps);
  const [ownerPassword, adminPassword, staffPassword] = secrets;
  const toAdd = canAddMusic(deps) ? tunes : [];
  if (toAdd.length > 0) await addMusic(deps, toAdd, note);
  const seeded = await findSeeded(db, OWNER_EMAIL, ADMIN_EMAIL);
  if (!seeded) {
    await insertDemoCafe(deps, secrets, await findMusic(deps, toAdd));
  }
  const { ownerId, adminId, cafeId } = (seeded ?? await findSeeded(db, OWNER_EMAIL, ADMIN_EMAIL))!;
  await closeIfDue(deps);
  const first = (await listPayouts(db, ownerId)).at(-1);
  if (first?.status === "pending") await markPaid(deps, first.id, adminId);
  return [
    seeded ? "The demo cafe exists already." : "Made the demo cafe.",
    "",
    `  Kafe sahibi   ${OWNER_EMAIL}       ${ownerPassword}   ${config.appOrigin}/panel/login`,
    `  Yönetici      ${ADMIN_EMAIL}   ${adminPassword}   ${config.appOrigin}/panel/login`,
    `  Ekip          ${STAFF_EMAIL}       ${staffPassword}   ${config.appOrigin}/panel/login`,
    `  Müşteriler    ${await deps.guestOrigin()}/cafe/${cafeId}`,
    ...(await music.sourceOf(ownerId)).id === LIBRARY_SOURCE ? HEARING : [],
    "",
  ];
}

async function insertDemoCafe(
  deps: Deps,
  [ownerPassword, adminPassword, staffPassword]: Passwords,
  music: SeedMusic | undefined,
): Promise<void> {
  const nowMs = deps.now();
  const covers = deps.config.spotify.demo;
  // A week before the first evening.
  const createdAt = nowMs - CREATED_BEFORE_MS;
  const account = async (role: "owner" | "admin", email: string, password: string) => ({
    id: newId(createdAt),
    role,
    email,
    passwordHash: await deps.passwords.hash(password),
    phone: email === OWNER_EMAIL ? "+90 555 000 00 00" : "",
  });
  const owner = await account("owner", OWNER_EMAIL, ownerPassword);
  const staff = await account("owner", STAFF_EMAIL, staffPassword);
  const evenings = seedEvenings(nowMs, {
    covers,
    songs: music?.songs,
    people: [owner.id, staff.id],
  });
  await insertSeed(deps.db, {
    accounts: [owner, await account("admin", ADMIN_EMAIL, adminPassword), staff],
    staffName: STAFF_NAME,
    cafe: {
      id: newId(createdAt),
      name: "Kahve Durağı",
      iban: IBAN,
      accountHolderName: "Ayşe Yılmaz",
      source: music?.source.id ?? null,
    },
    fallback: music?.source.ownFallback,
    tables: TABLES.map((label) => ({ id: newId(createdAt), label, code: newTableCode() })),
    ...evenings,
    createdAt,
  });
}

type Passwords = [owner: string, admin: string, staff: string];

/** Passwords derived from ENCRYPTION_KEY, so that a second run prints the same ones again. */
async function passwords(
  { cipher }: Pick<Deps, "cipher">,
): Promise<Passwords> {
  const make = async (role: string) =>
    (await cipher.sign(`seed:${role}`)).replace(/[^A-Za-z0-9]/g, "").slice(0, 14);
  return [await make("owner"), await make("admin"), await make("staff")];
}
