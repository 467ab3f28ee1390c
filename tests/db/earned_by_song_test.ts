// The sums by day and by song are those of the ledger, whether a trigger kept them or a migration made them.
import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { startOfCafeDay } from "../../db/evenings/cafe_day.ts";
import type { Database } from "../../db/connection/client.ts";
import { openFile } from "../../db/connection/file.ts";
import { fileUrl } from "../../db/connection/file_url.ts";
import { findTopSongs, sumTipsByDay } from "../../db/money/ledger.ts";
import { findLedgerFaults } from "../../db/money/ledger_check.ts";
import { migrateUntil } from "./migrate_until.ts";
import { openInFolder } from "../support/db/old_database.ts";
import { createOwner } from "../support/people/factories.ts";
import { playedSong, reversedSong } from "../support/people/plays.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { sql } from "../support/db/sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A day of the cafe, and when it begins. */
const FIRST = 20_000;
const firstMs = startOfCafeDay(FIRST);

const tips = fc.array(
  fc.record({
    cafe: fc.nat(1),
    song: fc.nat(3),
    atMs: fc.nat(6 * DAY_MS),
    kurus: fc.nat(500),
    reversed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);
const days = fc.tuple(fc.nat(6), fc.nat(6)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);

Deno.test("the earnings of any days are those of the ledger, in whatever order the tips came, without those that were reversed", async () => {
  await fc.assert(
    fc.asyncProperty(tips, days, async (tips, [from, to]) => {
      await using app = await moneyApp();
      const { db } = app.deps;
      const cafes = [await createOwner(app.deps), await createOwner(app.deps)];
      for (const { cafe, song, atMs, kurus, reversed } of tips) {
        await (reversed ? reversedSong : playedSong)(
          app.deps,
          cafes[cafe]!.ownerId,
          kurus,
          firstMs + atMs,
          {
            // Songs in free words have one uri together.
            uri: song % 2 === 0 ? `spotify:track:${song}` : "manual:",
            songTitle: `Şarkı ${song}`,
          },
        );
      }
      for (const [cafe, { ownerId }] of cafes.entries()) {
        const first = FIRST + from!;
        const stretch = { first, last: FIRST + to!, startMs: firstMs + from! * DAY_MS };
        const within = tips.filter((tip) =>
          tip.cafe === cafe && dayOf(tip.atMs) >= first && dayOf(tip.atMs) <= stretch.last
        );
        const bySong = Map.groupBy(within, ({ song }) => song);
        assert.deepEqual(
          (await findTopSongs(db, ownerId, stretch, 10))
            .map(({ songTitle, count, kurus }) => `${songTitle}: ${count} for ${kurus}`).sort(),
          [...bySong].map(([song, tips]) => [song, counted(tips).length, sum(tips)] as const)
            .filter(([, , kurus]) => kurus > 0)
            .map(([song, count, kurus]) => `Şarkı ${song}: ${count} for ${kurus}`).sort(),
        );
        const byDay = Map.groupBy(within, ({ atMs }) => dayOf(atMs));
        assert.deepEqual(
          await sumTipsByDay(db, ownerId, stretch),
          new Map([...byDay].map(([day, tips]) => [day, sum(tips)])),
        );
      }
    }),
    { numRuns: 25 },
  );
});

Deno.test("the migrations make the sums that the triggers would have kept", async () => {
  await using db = await releaseBefore("_earned_words");
  for (let i = 0; i < 40; i++) {
    const uri = `spotify:track:${i % 7}`;
    const play = i % 4 === 0 ? reversedSong : playedSong;
    await play({ db }, "o", i * 10, firstMs + i * DAY_MS / 5, { uri });
  }
  const kept = await sums(db);
  for (const table of ["earned_song_days", "earned_songs", "earned_days"]) {
    await db.all(sql(`delete from ${table}`));
  }
  const fills = [
    ...await statementsOf("0009_earned_by_song", /^(\s*--.*)*\s*INSERT INTO earned_songs/),
    ...await statementsOf("0034_cafe_day", /^\s*(CREATE TABLE|INSERT|DROP TABLE)/),
  ];
  assert.equal(fills.length, 5);
  for (const statement of fills) await db.all(sql(statement));
  assert.deepEqual(await sums(db), kept);
});

Deno.test("songs in free words that earlier releases summed as one are told apart, each with what it earned and its last play", async () => {
  await using db = await releaseBefore("_earned_words");
  const play = async (songTitle: string, kurus: number, day: number, artist = "Koro") =>
    await playedSong({ db }, "o", kurus, firstMs + day * DAY_MS, {
      uri: "manual:",
      songTitle,
      artist,
    });
  await play("Git", 100, 0);
  await play("Gülpembe", 20, 0);
  await play("Git", 300, 2);
  await play("Git", 7, 2, "Başkası");
  await reversedSong({ db }, "o", 50, firstMs + DAY_MS, {
    uri: "manual:",
    songTitle: "Gülpembe",
    artist: "Koro",
  });
  await playedSong({ db }, "o", 60, firstMs, { uri: "spotify:track:1", songTitle: "Islak Islak" });
  const earned = async (first: number) =>
    (await findTopSongs(db, "o", { first: FIRST + first, last: FIRST + 9, startMs: firstMs }, 10))
      .map(({ songTitle, artist, count, kurus }) => [songTitle, artist, count, kurus]);
  assert.deepEqual((await earned(0)).map(([, , count]) => count), [4, 1]);
  await db.migrate();
  assert.deepEqual(await earned(0), [
    ["Git", "Koro", 2, 400],
    ["Islak Islak", "Barış Manço", 1, 60],
    ["Gülpembe", "Koro", 1, 20],
    ["Git", "Başkası", 1, 7],
  ]);
  assert.deepEqual(await earned(1), [["Git", "Koro", 1, 300], ["Git", "Başkası", 1, 7]]);
  await play("Gülpembe", 1, 3);
  assert.deepEqual((await earned(1))[1], ["Git", "Başkası", 1, 7]);
  assert.deepEqual(await findLedgerFaults(db), []);
});

/** A database as it was before this migration, with an owner 'o'. */
async function releaseBefore(migration: string): Promise<Awaited<ReturnType<typeof openInFolder>>> {
  const db = await openInFolder(async (path) => {
    const old = openFile(fileUrl(path));
    await migrateUntil(old, migration);
    old.close();
  });
  await db.all(
    sql`insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
    values ('o', 'owner', 'o@ornek.test', '', '', 1, 1)`,
  );
  return db;
}

async function statementsOf(migration: string, which: RegExp): Promise<string[]> {
  const url = new URL(`../../db/migrations/${migration}.sql`, import.meta.url);
  const statements = (await Deno.readTextFile(url)).split("--> statement-breakpoint");
  return statements.filter((statement) => which.test(statement));
}

function dayOf(atMs: number): number {
  return FIRST + Math.floor(atMs / DAY_MS);
}

function counted<Tip extends { reversed: boolean }>(tips: Tip[]): Tip[] {
  return tips.filter(({ reversed }) => !reversed);
}

function sum(tips: { kurus: number; reversed: boolean }[]): number {
  return counted(tips).reduce((total, { kurus }) => total + kurus, 0);
}

async function sums(db: Database) {
  return [
    await db.all(sql`select * from earned_days order by owner_id, day`),
    await db.all(sql`select s.owner_id, s.uri, s.request_id, s.last_at, d.day, d.tips, d.kurus
      from earned_songs s join earned_song_days d on d.song_id = s.id order by s.uri, d.day`),
  ];
}
