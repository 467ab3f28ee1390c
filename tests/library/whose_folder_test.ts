// Whose the folder of music is (docs/library.md#whose-it-is).
import { strict as assert } from "node:assert";
import { endAgain, eraseAccount } from "../../db/people/erasure.ts";
import { wav } from "../support/music/audio_files.ts";
import { type LibraryApp, libraryApp } from "../support/music/library_app.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { draft } from "../support/people/requests.ts";
import { sql } from "../support/db/sql.ts";

const NOTHING = {
  ...{ songs: 0, scanning: null, skipped: [], folder: null, canAdd: false, onDeletion: null },
};
const NO_FOLDER =
  "Bu sunucuda kafeniz için bir müzik klasörü yok. Sıradaki'yi kuran kişiye haber verin.";

/** A folder with the song 'Deneme' and a file that is none. */
async function folder(musicCafes = ""): Promise<LibraryApp> {
  const app = await libraryApp({ musicCafes });
  await app.put("Kafe - Deneme.wav", wav());
  await app.put("b.mp3", new Uint8Array());
  await app.pass();
  return app;
}

const choose = (app: LibraryApp, { token }: TestOwner, source = "library") =>
  app.call("PUT", "/api/music", { token, body: { source } });

/** What the cafe sees of the library. */
async function seen(app: LibraryApp, { ownerId, token }: TestOwner) {
  const json = async (path: string) => await app.ok("GET", path, { token });
  const { sources } = await json("/api/music");
  const { songs, skipped } = await json("/api/library");
  return {
    reason: sources.find(({ id }: { id: string }) => id === "library").reason,
    listed: [songs, skipped.length],
    found: (await json(`/api/music/search?ownerId=${ownerId}&term=deneme`)).length,
    scan: (await app.call("POST", "/api/library/scan", { token })).status,
    claim: (await app.call("POST", "/api/player/claim", { token, body: { tab: "t" } })).status,
  };
}

const USED = { reason: null, listed: [1, 1], found: 1, scan: 202, claim: 200 };
const UNKNOWN = { reason: NO_FOLDER, listed: [0, 0], found: 0, scan: 409, claim: 409 };

Deno.test("the folder is the first cafe's that chooses it, and not set up for every other one", async () => {
  await using app = await folder();
  const [first, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  assert.equal((await choose(app, first)).status, 200);
  assert.deepEqual(await seen(app, first), USED);
  assert.deepEqual(await seen(app, other), UNKNOWN);
  const refusal = [409, { msg: NO_FOLDER, code: "source_not_ready" }];
  assert.deepEqual(await answerOf(choose(app, other)), refusal);
  assert.deepEqual(await app.ok("GET", "/api/library", { token: other.token }), NOTHING);
  // It stays the first one's with another source, too.
  assert.equal((await choose(app, first, "manual")).status, 200);
  assert.equal((await choose(app, other)).status, 409);
});

Deno.test("the folder is read when it is chosen, without waiting for the next look", async () => {
  await using app = await libraryApp({ musicCafes: "" });
  await app.pass();
  await app.put("Kafe - Deneme.wav", wav());
  assert.equal((await choose(app, await createOwner(app.deps))).status, 200);
  await app.deps.library.idle();
  // The rest of a new file.
  await app.pass(5_000);
  assert.deepEqual(await app.titles(), ["Deneme"]);
});

Deno.test("of cafes that choose the folder at once one gets it", async () => {
  await using app = await folder();
  const owners = await Promise.all(Array.from({ length: 5 }, () => createOwner(app.deps)));
  const answers = await Promise.all(owners.map((owner) => choose(app, owner)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
});

Deno.test("cafes that MUSIC_CAFES names, or all, use the folder too", async () => {
  await using all = await folder("all");
  for (const owner of [await createOwner(all.deps), await createOwner(all.deps)]) {
    assert.equal((await choose(all, owner)).status, 200);
    assert.deepEqual(await seen(all, owner), USED);
  }
  await using app = await folder();
  const [first, named] = [await createOwner(app.deps), await createOwner(app.deps)];
  const other = await createOwner(app.deps);
  app.deps.config.musicCafes = [named.cafeId];
  for (const owner of [first, named]) {
    assert.equal((await choose(app, owner)).status, 200);
    assert.deepEqual(await seen(app, owner), USED);
  }
  assert.deepEqual(await seen(app, other), UNKNOWN);
});

Deno.test("a cafe that may not use the folder any more is refused its songs, its orders and its audio", async () => {
  await using app = await folder();
  const [first, named] = [await createOwner(app.deps), await createOwner(app.deps)];
  app.deps.config.musicCafes = [named.cafeId];
  await choose(app, first);
  await choose(app, named);
  const body = { tab: "t" };
  const claimed = await app.call("POST", "/api/player/claim", { token: named.token, body });
  const { lease } = await claimed.json();
  const statuses = async () => {
    const cookie = claimed.headers.get("set-cookie")!.split(";")[0]!;
    const report = { lease, playId: "none", event: "progress", positionMs: 0 };
    const song = { albumArt: "", uri: "library:1" };
    const answers = [
      await app.fetch("/api/library/audio/1.wav", { headers: { cookie } }),
      await app.call("GET", `/api/player/current?lease=${lease}`),
      await app.call("POST", "/api/player/report", { body: report }),
      await app.call("POST", "/api/requests", { body: draft(named.ownerId, song) }),
    ];
    return await Promise.all(answers.map(async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    }));
  };
  assert.deepEqual(await statuses(), [200, 200, 200, 201]);
  app.deps.config.musicCafes = [];
  assert.deepEqual(await statuses(), [401, 409, 409, 400]);
  assert.equal((await seen(app, named)).reason, NO_FOLDER);
});

Deno.test("songs of a cafe that a restored copy would revive are missing until a look finds them", async () => {
  await using app = await folder();
  const owner = await createOwner(app.deps);
  await choose(app, owner);
  const ended = { erased: [owner.ownerId], memberships: [], passwords: [] };
  await endAgain(app.deps.db, ended, app.clock.now());
  assert.deepEqual(await app.titles(), []);
  app.deps.library.scan();
  await app.pass();
  assert.deepEqual(await app.titles(), ["Deneme"]);
});

Deno.test("a cover is 404 while the folder is no cafe's", async () => {
  await using app = await folder();
  const { db } = app.deps;
  await app.put("cover.jpg", Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]));
  await app.pass();
  const status = async () => {
    const answer = await app.fetch("/api/library/covers/1");
    await answer.body?.cancel();
    return answer.status;
  };
  assert.equal(await status(), 404);
  await choose(app, await createOwner(app.deps));
  assert.equal(await status(), 200);
  await db.all(sql`delete from library_folder`);
  assert.equal(await status(), 404);
});

Deno.test("the folder is free again when the account that it belongs to is deleted", async () => {
  await using app = await folder();
  const [first, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  await choose(app, first);
  assert.equal((await choose(app, other)).status, 409);
  await erase(app, first);
  assert.equal((await seen(app, other)).reason, null);
  assert.equal((await choose(app, other)).status, 200);
  assert.deepEqual(await seen(app, other), USED);
});

Deno.test("a deleted account leaves the folder to the first cafe that has chosen it as well", async () => {
  await using app = await folder("all");
  const [first, second] = [await createOwner(app.deps), await createOwner(app.deps)];
  const third = await createOwner(app.deps);
  for (const owner of [first, second, third]) await choose(app, owner);
  app.deps.config.musicCafes = [];
  await erase(app, first);
  assert.deepEqual(await seen(app, second), USED);
  assert.deepEqual(await seen(app, third), UNKNOWN);
});

Deno.test("the statement of docs/running.md gives the folder to another cafe, and changes nothing for an unknown id", async () => {
  await using app = await folder();
  const [wrong, mine] = [await createOwner(app.deps), await createOwner(app.deps)];
  assert.equal((await choose(app, wrong)).status, 200);
  const page = await Deno.readTextFile(new URL("../../docs/running.md", import.meta.url));
  const [, statement] = /sqlite3 \S+cafe\.db "(update library_folder [^"]+)"/.exec(page)!;
  const run = (id: string) =>
    app.deps.db.all<{ owner_id: string }>(sql(statement!.replace("YOUR CAFE ID", id)));
  await assert.rejects(run("YOUR CAFE ID"), /NOT NULL constraint failed/);
  assert.equal((await seen(app, wrong)).claim, 200);
  // Until the search forgets what it has answered, as a restart does.
  app.clock.pass(10_000);
  assert.deepEqual(await run(mine.cafeId), [{ owner_id: mine.ownerId }]);
  assert.equal((await choose(app, mine)).status, 200);
  assert.deepEqual(await seen(app, mine), USED);
  assert.deepEqual(await seen(app, wrong), UNKNOWN);
});

Deno.test("the migration gives the folder to the first cafe by registration whose source it is", async () => {
  await using app = await folder();
  const { db } = app.deps;
  const path = new URL("../../db/migrations/0032_library_folder.sql", import.meta.url);
  const [, insert] = (await Deno.readTextFile(path)).split("--> statement-breakpoint");
  await db.all(sql(insert!));
  assert.deepEqual(await db.all(sql`select * from library_folder`), []);
  const owners = [];
  for (let i = 0; i < 3; i++) owners.push(await createOwner(app.deps));
  for (const [i, { ownerId }] of owners.entries()) {
    const source = i === 2 ? null : "library";
    await db.all(sql`update cafes set created_at = ${10 - i}, source = ${source}
      where owner_id = ${ownerId}`);
  }
  await db.all(sql(insert!));
  assert.deepEqual(await db.all(sql`select owner_id as id from library_folder`), [
    { id: owners[1]!.ownerId },
  ]);
});

async function erase({ deps }: LibraryApp, { ownerId }: TestOwner): Promise<void> {
  const { db, now } = deps;
  const [account] = await db.all<{ id: string; email: string }>(
    sql`select id, email from accounts where id = ${ownerId}`,
  );
  assert.equal(await eraseAccount(db, account!, { nowMs: now(), sentBefore: 0 }), "erased");
}
