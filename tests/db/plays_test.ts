import { strict as assert } from "node:assert";
import { sql } from "drizzle-orm";
import { claimHead, findClaim, listClaims, markPlayed, releaseClaim } from "../../db/plays.ts";
import { ledger } from "../../db/schema/money.ts";
import { songRequests, tracks } from "../../db/schema/requests.ts";
import { rememberTracks, type Track } from "../../db/tracks.ts";
import { createOwner } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

/** Approved requests of one owner, as [id, tip in kuruş, time]. */
async function queueOf(app: TestApp, songs: [id: string, tipKurus: number, createdAt: number][]) {
  const { ownerId } = await createOwner(app.deps);
  const rows = songs.map(([id, tipKurus, createdAt]) => ({
    id,
    ownerId,
    tipKurus,
    createdAt,
    songTitle: id,
    artist: "x",
    albumArt: "",
    uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC",
    status: "approved" as const,
  }));
  await app.deps.db.write((d) => [d.insert(songRequests).values(rows)]);
  return ownerId;
}

Deno.test("claimHead takes the highest tip, then the earliest, then the lowest id", async () => {
  await using app = await moneyApp();
  const { db } = app.deps;
  const ownerId = await queueOf(app, [
    ["A, but late", 500, 30],
    ["b", 500, 20],
    ["a", 500, 20],
    ["rich", 900, 40],
    ["poor", 0, 1],
  ]);
  const order = [];
  for (let i = 1; i <= 5; i++) {
    const claim = await claimHead(db, ownerId, i);
    order.push(claim!.id);
    await markPlayed(db, claim!, { playedAt: i, ledgerId: `l${i}` });
  }
  assert.deepEqual(order, ["rich", "a", "b", "A, but late", "poor"]);
  assert.equal(await claimHead(db, ownerId, 6), undefined);
});

Deno.test("of many claims at once one succeeds, and no second one while it stands", async () => {
  await using app = await testApp();
  const { db } = app.deps;
  const ownerId = await queueOf(app, [["a", 10, 1], ["b", 5, 1]]);
  const claims = await Promise.all(
    Array.from({ length: 8 }, (_, i) => claimHead(db, ownerId, i + 1)),
  );
  const [claim, ...others] = claims.filter((c) => c !== undefined);
  assert.deepEqual([claim!.id, others], ["a", []]);
  assert.deepEqual(await findClaim(db, ownerId), claim);
  assert.deepEqual(await listClaims(db, 100), [claim]);
  await releaseClaim(db, claim!);
  assert.equal((await claimHead(db, ownerId, 50))?.id, "a");
});

Deno.test("a claim that no longer stands marks nothing, books nothing and releases nothing", async () => {
  await using app = await moneyApp();
  const { db } = app.deps;
  const ownerId = await queueOf(app, [["a", 10, 1]]);
  const old = await claimHead(db, ownerId, 1);
  await releaseClaim(db, old!);
  const current = await claimHead(db, ownerId, 2);
  assert.equal(await markPlayed(db, old!, { playedAt: 3, ledgerId: "old" }), undefined);
  await releaseClaim(db, old!);
  assert.deepEqual(await findClaim(db, ownerId), current);
  assert.deepEqual(await db.read.select().from(ledger), []);
  const revisions = await Promise.all(
    ["one", "two"].map((ledgerId) => markPlayed(db, current!, { playedAt: 4, ledgerId })),
  );
  assert.equal(revisions.filter((r) => r !== undefined).length, 1);
  assert.equal((await db.read.select().from(ledger)).length, 1);
});

Deno.test("rememberTracks keeps the newest word on a track, and 20 000 tracks at the most", async () => {
  await using app = await testApp();
  const { db } = app.deps;
  await db.write((d) => [
    d.run(sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
      insert into tracks select 'spotify:track:' || i, 'x', 'x', '', 1, i from n`),
  ]);
  const track = (uri: string, title: string, seenAt: number): Track => (
    { uri, title, artist: "x", albumArt: "", durationMs: 1, seenAt }
  );
  await rememberTracks(db, [track("spotify:track:1", "yeni", 30_000), track("a", "a", 30_000)]);
  await rememberTracks(db, []);
  const kept = await db.read.select().from(tracks);
  const titles = new Map(kept.map(({ uri, title }) => [uri, title]));
  assert.equal(titles.get("spotify:track:1"), "yeni");
  assert.equal(titles.get("spotify:track:2"), undefined, "seen longest ago");
  assert.equal(titles.get("spotify:track:3"), "x");
  assert.equal(kept.length, 20_000);
});
