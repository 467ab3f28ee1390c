// Reads and writes the cafes table.
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { GUEST_RULES } from "../requests/house.ts";
import { isOpenCafe, OPEN_CAFE, OWNER_OF_CAFE, raiseIfChanged, selectRevision } from "./rooms.ts";
import { cafes } from "../schema/accounts.ts";
import { columnsOf } from "../schema/columns.ts";

export type Cafe = typeof cafes.$inferSelect;

/**
 * What pages need to know of a cafe. `hasGrant` is 1 if the owner has connected a music account, else 0. `rules` are the
 * rules of the house (`GuestRules`) as JSON, null without any. `tableLabel` is that of the table whose code was asked for,
 * null if there is none.
 */
export type PublicColumns = Pick<Cafe, "id" | "name" | "ownerId" | "source"> & {
  hasGrant: number;
  rules: string | null;
  tableLabel: string | null;
};

/** The statement that reads `:cafe` if its owner is verified, for a guest with the code `:table`. */
export const selectPublicCafe = statement<{ cafe: string; table: string | null }, PublicColumns>(`
  select id, name, owner_id as ownerId, source,
    exists (select 1 from music_grants where owner_id = cafes.owner_id) as hasGrant,
    ${GUEST_RULES} as rules,
    (select label from cafe_tables where owner_id = cafes.owner_id and code = :table) as tableLabel
  from cafes where id = :cafe and ${isOpenCafe(OWNER_OF_CAFE)}`);

/** The public columns of a cafe whose owner is verified, for a guest with this table's code. */
export async function findPublicCafe(
  db: Database,
  cafeId: string,
  tableCode: string | null,
): Promise<PublicColumns | undefined> {
  return (await db.all(selectPublicCafe({ cafe: cafeId, table: tableCode })))[0];
}

const OPEN_CAFE_ID = statement<{ code: string }, { id: string }>(`
  select id from cafes as coded
  where substr(lower(id), -8) = :code and ${isOpenCafe("coded.owner_id")}`);

/** The id of the cafe whose short address has this code, if its owner is verified. */
export async function findOpenCafeId(db: Database, code: string): Promise<string | undefined> {
  return (await db.all(OPEN_CAFE_ID({ code })))[0]?.id;
}

const COLUMNS = columnsOf(cafes);

const OF_OWNER = statement<{ owner: string }, Cafe>(
  `select ${COLUMNS} from cafes where owner_id = :owner`,
);

/** The owner's cafe. An owner has exactly one. */
export async function findCafeOf(db: Database, ownerId: string): Promise<Cafe | undefined> {
  return (await db.all(OF_OWNER({ owner: ownerId })))[0];
}

const UPDATE = statement<{ owner: string; name: string; iban: string; holder: string }, Cafe>(`
  update cafes set name = :name, iban = :iban, account_holder_name = :holder
  where owner_id = :owner and ${OPEN_CAFE} returning ${COLUMNS}`);

/** Saves what the owner edited and returns the cafe, or undefined if the account has been erased. */
export async function updateCafe(
  db: Database,
  ownerId: string,
  { name, iban, accountHolderName }: Pick<Cafe, "name" | "iban" | "accountHolderName">,
): Promise<Cafe | undefined> {
  const [rows] = await db.write(() => [
    UPDATE({ owner: ownerId, name, iban, holder: accountHolderName }),
  ]);
  return rows[0];
}

// How far a new cafe is (docs/accounts.md#first-steps).

/** What has happened at a new cafe. */
interface FirstStepsRow {
  heard: 0 | 1;
  asked: 0 | 1;
  printed: 0 | 1;
}

const FIRST_STEPS = statement<{ owner: string }, FirstStepsRow>(`
  select exists (select 1 from plays where owner_id = :owner and started_at is not null) as heard,
    exists (select 1 from song_requests where owner_id = :owner) as asked,
    cards_printed_at is not null
      or exists (select 1 from cafe_tables where owner_id = :owner) as printed
  from cafes where owner_id = :owner`);

export async function readFirstSteps(
  db: Database,
  ownerId: string,
): Promise<FirstStepsRow | undefined> {
  return (await db.all(FIRST_STEPS({ owner: ownerId })))[0];
}

type Step = { owner: string; now: number };

const PRINTED = statement<Step, { id: string }>(`
  update cafes set cards_printed_at = coalesce(cards_printed_at, :now)
  where owner_id = :owner and ${OPEN_CAFE} returning id`);
const ENDED = statement<Step, { id: string }>(`
  update cafes set set_up_at = coalesce(set_up_at, :now)
  where owner_id = :owner and ${OPEN_CAFE} returning id`);

/**
 * Records at `now` (epoch ms) that the cards were printed, or that the first steps are over, and raises the room. Returns
 * its revision, undefined if the account has been erased.
 */
export async function takeStep(
  db: Database,
  owner: string,
  { step, now }: { step: "printed" | "ended"; now: number },
): Promise<number | undefined> {
  const { taken, room } = await db.write(() => ({
    taken: (step === "printed" ? PRINTED : ENDED)({ owner, now }),
    raised: raiseIfChanged({ owner }),
    room: selectRevision({ owner }),
  }));
  return taken.length > 0 ? room[0]?.revision : undefined;
}
