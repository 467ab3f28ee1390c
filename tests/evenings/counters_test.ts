// Refusals and searches without a result, counted from the first day (docs/evenings.md#counters).
import { strict as assert } from "node:assert";
import { deleteExpired } from "../../server/account/delete_account.ts";
import { dumpTables } from "../support/db/dump.ts";
import { type Work, workOf } from "../support/db/work.ts";
import { eveningOf } from "../support/people/evenings.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { ask, EVENINGS, houseWith, setRules, showSongs } from "../support/people/house.ts";
import { logInAgain } from "../support/people/logins.ts";
import { anyAddress, newGuest, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { collectLog } from "../support/start/collected_log.ts";
import { sql } from "../support/db/sql.ts";

const DAY_MS = 24 * 60 * 60_000;
/** The clock of tests begins in its evening. */
const MONDAY = "2026-11-02";

async function assert409(asked: ReturnType<typeof ask>): Promise<void> {
  assert.equal((await asked).status, 409);
}

async function search(app: TestApp, { ownerId }: TestOwner, term: string, cookie?: string) {
  const answer = await app.call(
    "GET",
    `/api/music/search?ownerId=${ownerId}&term=${encodeURIComponent(term)}`,
    { address: anyAddress(), headers: cookie ? { cookie } : {} },
  );
  assert.equal(answer.status, 200);
  return await answer.json();
}

Deno.test("refusals are counted by the rule's key and by song, as a search has called it", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await houseWith(app, { blockedWords: ["arabesk"] });
  await showSongs(app, { title: "Gülpembe", explicit: true });
  await assert409(
    ask(app, owner, { uri: "spotify:track:1aaaaaaaaaaaaaaaaaaaaa", songTitle: "Arabesk" }),
  );
  await setRules(app, owner, { explicit: "refused" });
  for (let i = 0; i < 2; i++) await assert409(ask(app, owner, { songTitle: "Başka bir ad" }));
  await setRules(app, owner, { requests: "closed" });
  await assert409(ask(app, owner));
  await setRules(app, owner, { requests: "hours", hours: EVENINGS, lastCallMinutes: 10 });
  app.clock.pass(6 * 60 * 60_000 - 60_000);
  await assert409(ask(app, owner));
  await setRules(app, owner, { requests: "open", explicit: "allowed", tables: "required" });
  await assert409(ask(app, owner));
  await setRules(app, owner, { tables: "off", blockedWords: [] });
  await submit(app, owner.ownerId);
  const { refused } = await eveningOf(app, owner, MONDAY);
  const song = { songTitle: "Gülpembe", artist: "Barış Manço" };
  assert.deepEqual(refused.toSorted((a, b) => a.rule < b.rule ? -1 : 1), [
    {
      rule: "blockedWords",
      count: 1,
      songs: [{ songTitle: "Arabesk", artist: "Barış Manço", count: 1 }],
    },
    { rule: "explicit", count: 2, songs: [{ ...song, count: 2 }] },
    { rule: "requests", count: 2, songs: [{ ...song, count: 2 }] },
    { rule: "tables", count: 1, songs: [{ ...song, count: 1 }] },
  ]);
});

Deno.test("a guest who invents songs adds no more than 500 rows a rule and day, and is counted all the same", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { ownerId } = await createOwner(app.deps);
  for (let i = 0; i < 520; i++) {
    const words = { uri: "manual:", title: `Şarkı ${i}`, artist: "" };
    app.deps.counters.refused({ owner: ownerId, rule: "repeatMinutes", ...words });
  }
  await app.idle();
  const [row] = await app.deps.db.all(
    sql`select count(*) as songs, sum(count) as count from refusals`,
  );
  assert.deepEqual(row, { songs: 501, count: 520 });
});

Deno.test("words that found nothing are shown once two guests have searched for them, without the beginnings that were typed", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await createOwner(app.deps);
  await submit(app, owner.ownerId);
  const missed = async () => (await eveningOf(app, owner, MONDAY)).missed;
  const [one, two] = [await newGuest(app), await newGuest(app)];
  for (const term of ["Zzyx", "zzyxqw", "ZZYXQW!"]) await search(app, owner, term, one);
  assert.deepEqual(await missed(), [], "one guest");
  for (const term of ["zzyx", "Zzyxqw"]) await search(app, owner, term, two);
  await search(app, owner, "qqqvvv", two);
  assert.ok((await search(app, owner, "sezen", two)).length > 0);
  assert.deepEqual(await missed(), [{ words: "zzyxqw", count: 3 }]);
});

Deno.test("a search without a guest's good cookie, or by the team in the panel, is no guest's, so it is not counted", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { ownerId, token } = await createOwner(app.deps);
  const counted = async () => {
    await app.idle();
    return await app.deps.db.all(sql`select count, guests from misses`);
  };
  const path = `/api/music/search?ownerId=${ownerId}&term=zzyxqw`;
  const cookie = await newGuest(app);
  const forged = `${cookie}x`;
  for (const address of ["203.0.113.9", "203.0.113.10"]) {
    await app.call("GET", path, { address });
    await app.call("GET", path, { address, headers: { cookie: forged } });
    // The owner's browser has opened the cafe page too.
    await app.call("GET", path, { address, token, headers: { cookie } });
  }
  assert.deepEqual(await counted(), []);
  await app.call("GET", path, { address: "203.0.113.9", headers: { cookie } });
  await app.call("GET", path, { address: "203.0.113.10", headers: { cookie } });
  assert.deepEqual(await counted(), [{ count: 2, guests: 1 }]);
});

Deno.test("words are wiped after 30 days, refusals stay, and neither has anything of a guest", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await houseWith(app, { requests: "closed" });
  const cookie = await newGuest(app);
  await search(app, owner, "zzyxqw", cookie);
  await assert409(ask(app, owner, {}, cookie));
  await app.idle();
  const { misses, refusals } = await dumpTables(app.deps);
  assert.equal(misses?.length, 1);
  const id = cookie.split("=")[1]!.split(".")[0]!;
  assert.ok(!JSON.stringify([misses, refusals]).includes(id));
  app.clock.pass(29 * DAY_MS);
  await deleteExpired(app.deps);
  assert.equal((await dumpTables(app.deps)).misses?.length, 1);
  app.clock.pass(DAY_MS);
  await deleteExpired(app.deps);
  const later = await dumpTables(app.deps);
  assert.deepEqual([later.misses?.length, later.refusals?.length], [0, 1]);
});

Deno.test("the counts of an owner are in the export, and go with the account", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await houseWith(app, { requests: "closed" });
  for (const cookie of [await newGuest(app), await newGuest(app)]) {
    await search(app, owner, "zzyxqw", cookie);
  }
  await search(app, owner, "yalnız", await newGuest(app));
  await assert409(ask(app, owner));
  await app.idle();
  const token = await logInAgain(app, owner.ownerId);
  const { evenings } = await (await app.call("GET", "/api/account/export", { token })).json();
  assert.deepEqual(evenings.misses, [{ date: MONDAY, words: "zzyxqw", count: 2 }]);
  assert.equal(evenings.refusals[0].rule, "requests");
});

Deno.test("neither the log nor the export has a guest's id or the words of one guest alone", async () => {
  await using log = await collectLog("debug");
  const { lines } = log;
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await houseWith(app, { blockedWords: ["arabesk"] });
  const cookie = await newGuest(app);
  await search(app, owner, "zzyxqw", cookie);
  await assert409(ask(app, owner, { songTitle: "Arabesk" }, cookie));
  assert.equal((await ask(app, owner, {}, cookie)).status, 201);
  await eveningOf(app, owner, MONDAY);
  const token = await logInAgain(app, owner.ownerId);
  const exported = await app.call("GET", "/api/account/export", { token });
  const told = lines.join("") + await exported.text();
  assert.ok(lines.length > 5 && told.includes("blockedWords"));
  for (const secret of [cookie.split("=")[1]!.split(".")[0]!, "zzyxqw"]) {
    assert.ok(!told.includes(secret), secret);
  }
});

/** What a request that is filed costs the database, one that is refused until its answer, and counting it after that. */
async function costs(counting: boolean): Promise<Record<"filed" | "refused" | "count", Work>> {
  const held: (() => void)[] = [];
  await using app = await testApp({ RATE_LIMITS: "off" }, {
    replace: ({ counters }) => ({
      counters: {
        ...counters,
        refused(refusal) {
          if (counting) held.push(() => counters.refused(refusal));
        },
      },
    }),
  });
  const owner = await houseWith(app, { blockedWords: ["arabesk"] });
  const asked = async (songTitle: string, status: number) => {
    const answer = await ask(app, owner, { songTitle });
    assert.equal(answer.status, status);
  };
  const counted = async () => {
    for (const count of held.splice(0)) count();
    await app.idle();
  };
  const once = async () => ({
    filed: await workOf(app.deps.db, async () => {
      await asked("Gülpembe", 201);
      await counted();
    }),
    refused: await workOf(app.deps.db, () => asked("Arabesk", 409)),
    count: await workOf(app.deps.db, counted),
  });
  // The first time, statements are prepared.
  await once();
  return await once();
}

Deno.test("counting costs a request that is filed nothing, and one that is refused one upsert after its answer", async () => {
  const [withCounts, without] = [await costs(true), await costs(false)];
  assert.deepEqual(withCounts.filed, without.filed);
  assert.deepEqual(withCounts.refused, without.refused);
  assert.deepEqual(without.count, { programs: 0, steps: 0 });
  assert.equal(withCounts.count.programs, 1);
});

Deno.test("a request that is filed counts nothing, and one that is refused is counted after its answer, once", async () => {
  const counted: string[] = [];
  await using app = await testApp({ RATE_LIMITS: "off" }, {
    replace: ({ counters }) => ({
      counters: {
        ...counters,
        refused(refusal) {
          counted.push(refusal.rule);
          counters.refused(refusal);
        },
      },
    }),
  });
  const owner = await houseWith(app, { blockedWords: ["arabesk"] });
  await submit(app, owner.ownerId);
  assert.deepEqual(counted, []);
  const rows = async () => (await dumpTables(app.deps)).refusals?.length;
  await assert409(ask(app, owner, { songTitle: "Arabesk" }));
  assert.deepEqual(counted, ["blockedWords"]);
  await app.idle();
  assert.equal(await rows(), 1);
});
