// Inserts a demo cafe with a history.
import { and, eq, inArray, isNull, not, or } from "drizzle-orm";
import { isUniqueViolation } from "./errors.ts";
import type { Database } from "./client.ts";
import { accounts, cafes } from "./schema/accounts.ts";
import { conductors, libraryFolder } from "./schema/music.ts";
import { ledger } from "./schema/money.ts";
import { plays, songRequests } from "./schema/requests.ts";

type SeedAccount = Pick<
  typeof accounts.$inferSelect,
  "id" | "role" | "email" | "passwordHash" | "phone"
>;
export type SeedRequest =
  & Omit<typeof songRequests.$inferInsert, "ownerId" | "id" | "createdAt">
  & { id: string; createdAt: number; playedAt?: number };

export interface Seed {
  accounts: [owner: SeedAccount, admin: SeedAccount];
  cafe: Pick<typeof cafes.$inferSelect, "id" | "name" | "iban" | "accountHolderName" | "source">;
  /** What plays while the queue is empty. With it songs play by themselves. */
  fallback?: { uri: string; title: string };
  requests: SeedRequest[];
  /** An id for the play and the ledger row of each request that was played. */
  playIds: string[];
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
  const ownerId = seed.accounts[0].id;
  const played = requests.filter((request) => request.playedAt !== undefined);
  try {
    await db.write((d) => [
      d.insert(accounts).values(
        seed.accounts.map((account) => ({ ...account, createdAt, verifiedAt: createdAt })),
      ),
      d.insert(cafes).values({ ...cafe, ownerId, createdAt, setUpAt: createdAt }),
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
      d.insert(songRequests).values(requests.map((request) => ({ ...request, ownerId }))),
      d.insert(plays).values(played.map((request, i) => ({
        id: seed.playIds[i]!,
        ownerId,
        requestId: request.id,
        source: request.uri.split(":")[0]!,
        uri: request.uri,
        title: request.songTitle,
        artist: request.artist,
        albumArt: request.albumArt,
        state: "ended" as const,
        sentAt: request.playedAt!,
        startedAt: request.playedAt!,
        endedAt: request.playedAt!,
        whyEnded: "unknown" as const,
      }))),
      d.insert(ledger).values(played.map((request, i) => ({
        id: seed.playIds[i]!,
        ownerId,
        kind: "tip" as const,
        amountKurus: request.tipKurus,
        requestId: request.id,
        createdAt: request.playedAt!,
      }))),
    ]);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** The ids of the demo cafe and its accounts. */
export async function findSeeded(
  db: Database,
  ownerEmail: string,
  adminEmail: string,
): Promise<{ ownerId: string; adminId: string; cafeId: string } | undefined> {
  const owner = await db.read.select({ ownerId: accounts.id, cafeId: cafes.id })
    .from(accounts).innerJoin(cafes, eq(cafes.ownerId, accounts.id))
    .where(and(eq(accounts.email, ownerEmail), eq(accounts.role, "owner"))).get();
  const admin = await db.read.select({ adminId: accounts.id }).from(accounts)
    .where(and(eq(accounts.email, adminEmail), eq(accounts.role, "admin"))).get();
  return owner && admin && { ...owner, ...admin };
}
