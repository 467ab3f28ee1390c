// Inserts a demo cafe with a history.
import { and, eq, inArray, isNull, not, or } from "drizzle-orm";
import { isUniqueViolation } from "./connection/errors.ts";
import type { Database } from "./connection/client.ts";
import { forgetClosedEvenings } from "./evenings/evenings.ts";
import { accounts, cafes, memberships } from "./schema/accounts.ts";
import { misses, refusals } from "./schema/evenings.ts";
import { cafeTables } from "./schema/house.ts";
import { conductors, libraryFolder } from "./schema/music.ts";
import { ledger } from "./schema/money.ts";
import { plays, songRequests } from "./schema/requests.ts";

type SeedAccount = Pick<
  typeof accounts.$inferSelect,
  "id" | "role" | "email" | "passwordHash" | "phone"
>;

type Play = typeof plays.$inferSelect;

/** A song that was played. `endedAt` and `startedAt` are in epoch ms. */
export interface SeedPlay extends Pick<Play, "id" | "uri" | "title" | "artist" | "albumArt"> {
  durationMs: number;
  startedAt: number;
  endedAt: number;
  heardMs: number;
  whyEnded: "finished" | "skipped";
}

export type SeedRequest =
  & Omit<typeof songRequests.$inferInsert, "ownerId" | "id" | "createdAt">
  & { id: string; createdAt: number; play?: SeedPlay };

export interface Seed {
  accounts: [owner: SeedAccount, admin: SeedAccount, staff: SeedAccount];
  /** What the owner calls the member of the team. */
  staffName: string;
  cafe: Pick<typeof cafes.$inferSelect, "id" | "name" | "iban" | "accountHolderName" | "source">;
  /** What plays while the queue is empty. With it songs play by themselves. */
  fallback?: { uri: string; title: string };
  tables: Pick<typeof cafeTables.$inferInsert, "id" | "label" | "code">[];
  requests: SeedRequest[];
  /** What played without a request. */
  ownMusic: SeedPlay[];
  refusals: Omit<typeof refusals.$inferInsert, "ownerId">[];
  misses: Omit<typeof misses.$inferInsert, "ownerId">[];
  createdAt: number;
}

/** Whether there is an account other than the verified ones with `emails`. */
export async function findOthers(db: Database, emails: string[]): Promise<boolean> {
  const other = await db.read.select({ id: accounts.id }).from(accounts)
    .where(or(not(inArray(accounts.email, emails)), isNull(accounts.verifiedAt))).limit(1).get();
  return other !== undefined;
}

/** Inserts the demo cafe in one commit, unless it exists. Returns whether it inserted it. */
export async function insertSeed(db: Database, seed: Seed): Promise<boolean> {
  const { createdAt, cafe, fallback, requests } = seed;
  const [{ id: ownerId }, , { id: staffId }] = seed.accounts;
  const played = requests.flatMap(({ id, tipKurus, play }) => play ? [{ id, tipKurus, play }] : []);
  const reversed = played.filter(({ play }) => play.whyEnded === "skipped");
  const entry = { ownerId, payoutId: null };
  try {
    await db.write((d) => [
      d.insert(accounts).values(
        seed.accounts.map((account) => ({ ...account, createdAt, verifiedAt: createdAt })),
      ),
      d.insert(cafes).values({ ...cafe, ownerId, createdAt, setUpAt: createdAt }),
      d.insert(memberships).values({
        ...{ accountId: staffId, ownerId, role: "staff" as const, name: seed.staffName },
        ...{ invitationId: staffId, invitedAt: createdAt, joinedAt: createdAt },
      }),
      d.insert(cafeTables).values(seed.tables.map((table) => ({ ...table, ownerId }))),
      // The cafe chooses its source here, so the folder of music becomes its own.
      ...cafe.source === "library"
        ? [d.insert(libraryFolder).values({ id: 1, ownerId }).onConflictDoNothing()]
        : [],
      ...fallback
        ? [
          d.insert(conductors).values({
            ownerId,
            isOn: true,
            fallbackUri: fallback.uri,
            fallbackTitle: fallback.title,
          }),
        ]
        : [],
      d.insert(songRequests).values(
        requests.map(({ play: _, ...request }) => ({ ...request, ownerId })),
      ),
      d.insert(plays).values([
        ...played.map(({ id, play }) => toRow(play, ownerId, id)),
        ...seed.ownMusic.map((play) => toRow(play, ownerId, null)),
      ]),
      d.insert(ledger).values(played.map(({ id, tipKurus, play }) => ({
        ...entry,
        id: play.id,
        kind: "tip" as const,
        amountKurus: tipKurus,
        requestId: id,
        createdAt: play.startedAt,
      }))),
      d.insert(ledger).values(reversed.map(({ id, tipKurus, play }) => ({
        ...entry,
        id: `${id}-reversal`,
        kind: "reversal" as const,
        amountKurus: -tipKurus,
        requestId: id,
        createdAt: play.endedAt,
      }))),
      d.insert(refusals).values(seed.refusals.map((row) => ({ ...row, ownerId }))),
      d.insert(misses).values(seed.misses.map((row) => ({ ...row, ownerId }))),
      // A server that has run before has summed days that are filled only now.
      forgetClosedEvenings(),
    ]);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

function toRow(
  { startedAt, ...play }: SeedPlay,
  ownerId: string,
  requestId: string | null,
): typeof plays.$inferInsert {
  const begun = { sentAt: startedAt, startedAt, begunAt: startedAt };
  const source = play.uri.split(":")[0]!;
  return { ...play, ...begun, ownerId, requestId, source, state: "ended" };
}

/** The ids of the demo cafe and its accounts. */
export async function findSeeded(
  db: Database,
  ownerEmail: string,
  adminEmail: string,
): Promise<{ ownerId: string; adminId: string; cafeId: string } | undefined> {
  const owner = await db.read.select({ ownerId: cafes.ownerId, cafeId: cafes.id })
    .from(accounts).innerJoin(cafes, eq(cafes.ownerId, accounts.id))
    .where(and(eq(accounts.email, ownerEmail), eq(accounts.role, "owner"))).get();
  const admin = await db.read.select({ adminId: accounts.id }).from(accounts)
    .where(and(eq(accounts.email, adminEmail), eq(accounts.role, "admin"))).get();
  return owner && admin && { ...owner, ...admin };
}
