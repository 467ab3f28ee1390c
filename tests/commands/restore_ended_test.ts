// A backup that is restored does not bring back what has ended since it was made.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { copyInto } from "../../db/connection/backup.ts";
import { openDatabase } from "../../db/connection/client.ts";
import { fileUrl, pathOf } from "../../db/connection/file_url.ts";
import { conductors, players } from "../../db/schema/music.ts";
import { rooms } from "../../db/schema/requests.ts";
import {
  accounts,
  invitations,
  letters,
  memberships,
  oneTimeSecrets,
  secondFactors,
  sessions,
} from "../../db/schema/accounts.ts";
import { endingsPath, keepEndings, readKeptEndings } from "../../server/account/kept_endings.ts";
import {
  createOwnerWithPassword,
  givePassword,
  login,
  PASSWORD,
  register,
  REGISTRATION,
} from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { resetTokenFor } from "../support/people/letters.ts";
import { logInAgain } from "../support/people/logins.ts";
import { createStaff, enlist, invite, joinTokenFor } from "../support/people/team.ts";
import { oldDatabase } from "../support/db/old_database.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const NEW_PASSWORD = "bambaşka bir cümle bu";
const TRACE = "an id that nothing else has";

Deno.test("after a restore no login works that was made before it, also one that had not ended", async () => {
  await using cafe = await cafeToRestore();
  const { token } = await createOwner(cafe.app.deps);
  await cafe.backUp();
  await using app = await cafe.restored();
  assert.equal((await app.call("GET", "/api/cafes/me", { token })).status, 401);
  assert.equal((await app.call("POST", "/api/auth/renew", { token })).status, 401);
  assert.deepEqual(await app.deps.db.read.select().from(sessions), []);
  const [before, after] = await Promise.all(
    [cafe.app, app].map(async ({ deps }) => (await deps.db.read.select().from(accounts))[0]),
  );
  assert.equal(after!.tokenVersion, before!.tokenVersion + 1, "nor with a row of its own again");
});

Deno.test("a login that was ended after the backup stays ended, and the person can log in", async () => {
  await using cafe = await cafeToRestore();
  const { email, token } = await createOwnerWithPassword(cafe.app);
  await cafe.backUp();
  assert.equal((await cafe.app.call("POST", "/api/auth/logout", { token })).status, 204);
  await using app = await cafe.restored();
  assert.equal((await app.call("GET", "/api/cafes/me", { token })).status, 401);
  assert.equal((await login(app, email, PASSWORD)).status, 200);
});

Deno.test("codes, links, invitations and leases of the backup work no more", async () => {
  await using cafe = await cafeToRestore();
  const { ownerId, email, token } = await createOwnerWithPassword(cafe.app);
  const { code } = await register(cafe.app);
  await cafe.app.call("POST", "/api/auth/forgot-password", { body: { email } });
  const link = await resetTokenFor(cafe.app, email);
  await invite(cafe.app, token);
  const joinToken = await joinTokenFor(cafe.app, "deniz@ornek.test");
  await cafe.app.deps.db.write((d) => [
    d.insert(players).values({ ownerId, leaseHash: "a hash", tab: "a tab", heldUntil: 9e15 }),
    d.insert(conductors).values({ ownerId, holder: "an instance", heldUntil: 9e15 }),
    d.insert(secondFactors).values({ accountId: ownerId, secret: "sealed", begunAt: 1 }),
  ]);
  await cafe.backUp();
  await using app = await cafe.restored();
  const verification = { email: REGISTRATION.email, verificationCode: code };
  const body = { password: NEW_PASSWORD };
  for (
    const [method, path, sent] of [
      ["POST", "/api/auth/verify", verification],
      ["PUT", `/api/auth/reset-password/${link}`, body],
      ["POST", `/api/team/join/${joinToken}`, body],
    ] as const
  ) {
    assert.equal((await app.call(method, path, { body: sent })).status, 400, path);
  }
  const { read } = app.deps.db;
  assert.deepEqual(await read.select().from(oneTimeSecrets), []);
  assert.deepEqual(await read.select().from(invitations), []);
  assert.deepEqual(
    await read.select().from(secondFactors),
    [],
    "one that waits for its first code",
  );
  const [player] = await read.select().from(players);
  assert.deepEqual([player?.leaseHash, player?.tab, player?.heldUntil], [null, null, 0]);
  const [conductor] = await read.select().from(conductors);
  assert.deepEqual([conductor?.holder, conductor?.heldUntil], [null, 0]);
});

Deno.test("a letter with a code that waits in the backup is not sent after it is restored", async () => {
  await using cafe = await cafeToRestore();
  await register(cafe.app);
  await cafe.app.idle();
  await cafe.app.deps.db.write((d) => [d.update(letters).set({ sentAt: null, secret: "sealed" })]);
  await cafe.backUp();
  await using app = await cafe.restored();
  assert.deepEqual(await app.deps.db.read.select().from(letters), []);
});

Deno.test("an account that was deleted after the backup is deleted in it too, with every trace of its address", async () => {
  await using cafe = await cafeToRestore();
  const { email, ownerId, token } = await createOwnerWithPassword(cafe.app);
  const other = await createOwnerWithPassword(cafe.app);
  await cafe.backUp();
  const body = { password: PASSWORD };
  assert.equal((await cafe.app.call("POST", "/api/account/delete", { token, body })).status, 204);
  await using app = await cafe.restored();
  assert.equal((await login(app, email, PASSWORD)).status, 401);
  assert.equal((await app.call("GET", `/api/cafes/${ownerId}`)).status, 404);
  assert.equal((await login(app, other.email, PASSWORD)).status, 200);
  await app.deps.db.close();
  const bytes = await Deno.readFile(cafe.database);
  assert.ok(!new TextDecoder("latin1").decode(bytes).includes(email));
});

Deno.test("what is only marked as free in a copy, as an earlier release left it, is gone after a restore", async () => {
  await using cafe = await cafeToRestore();
  const { db, config } = cafe.app.deps;
  await db.all(sql("pragma secure_delete = off"));
  await db.write((d) => [d.insert(rooms).values({ ownerId: TRACE, revision: 1 })]);
  await db.write((d) => [d.delete(rooms)]);
  await db.forgetErased(false);
  cafe.copy = join(config.dataDir, "cafe.db");
  const holds = async (path: string) =>
    new TextDecoder("latin1").decode(await Deno.readFile(path)).includes(TRACE);
  assert.ok(await holds(cafe.copy));
  await cafe.restore();
  assert.ok(!await holds(cafe.database));
});

Deno.test("a person who was dismissed after the backup is not of the team, and one who joined again later is not dismissed", async () => {
  await using cafe = await cafeToRestore();
  const { ownerId, token } = await createOwner(cafe.app.deps);
  const dismissed = await createStaff(cafe.app.deps, ownerId, "Deniz");
  const back = await createStaff(cafe.app.deps, ownerId, "Ece");
  for (const { accountId } of [dismissed, back]) await givePassword(cafe.app, accountId);
  assert.equal(await end(cafe.app, token, back.accountId), 204);
  cafe.app.clock.pass(1000);
  await cafe.app.deps.db.write((
    d,
  ) => [d.delete(memberships).where(eq(memberships.accountId, back.accountId))]);
  await enlist(cafe.app.deps, back, ownerId, "Ece");
  await cafe.backUp();
  cafe.app.clock.pass(1000);
  assert.equal(await end(cafe.app, token, dismissed.accountId), 204);
  await using app = await cafe.restored();
  const cafesOf = async (email: string) => {
    const { token } = await (await login(app, email, PASSWORD)).json();
    return (await (await app.call("GET", "/api/team/cafes", { token })).json()).length;
  };
  assert.deepEqual([await cafesOf(dismissed.email), await cafesOf(back.email)], [0, 1]);
});

Deno.test("a membership that was forgotten after its end stays ended in a backup from before", async () => {
  await using cafe = await cafeToRestore();
  const { ownerId, token } = await createOwner(cafe.app.deps);
  const { accountId } = await createStaff(cafe.app.deps, ownerId);
  await cafe.backUp();
  assert.equal(await end(cafe.app, token, accountId), 204);
  await cafe.app.deps.db.write((d) => [d.delete(memberships)]);
  await keepEndings(cafe.app.deps);
  await using app = await cafe.restored();
  const [membership] = await app.deps.db.read.select().from(memberships);
  assert.equal(typeof membership?.endedAt, "number");
});

for (const way of ["changed", "reset"]) {
  Deno.test(`a password that was ${way} after the backup stays ${way}: the old one is refused`, async () => {
    await using cafe = await cafeToRestore();
    const { email, token } = await createOwnerWithPassword(cafe.app);
    await cafe.backUp();
    if (way === "changed") {
      const body = { password: PASSWORD, newPassword: NEW_PASSWORD };
      assert.ok((await cafe.app.call("PUT", "/api/auth/password", { token, body })).ok);
    } else {
      await cafe.app.call("POST", "/api/auth/forgot-password", { body: { email } });
      const path = `/api/auth/reset-password/${await resetTokenFor(cafe.app, email)}`;
      const body = { password: NEW_PASSWORD };
      assert.equal((await cafe.app.call("PUT", path, { body })).status, 200);
    }
    await using app = await cafe.restored();
    assert.equal((await login(app, email, PASSWORD)).status, 401);
    assert.equal((await login(app, email, NEW_PASSWORD)).status, 200);
  });
}

Deno.test("what is kept is written anew if it is not what was written", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const kept = () => readKeptEndings(pathOf(app.deps.config.database.url));
  await keepEndings(app.deps);
  const written = await kept();
  assert.deepEqual(written?.passwords.map(([id]) => id), [ownerId]);
  for (
    const wrong of [
      "",
      "{",
      "null",
      '{"erased":{},"memberships":[],"passwords":[]}',
      '{"erased":[],"memberships":[1],"passwords":[]}',
      '{"erased":[5],"memberships":[],"passwords":[]}',
      '{"erased":[],"memberships":[],"passwords":[["a"]]}',
    ]
  ) {
    await Deno.writeTextFile(endingsPath(pathOf(app.deps.config.database.url)), wrong);
    assert.equal(await kept(), undefined, wrong);
    await keepEndings(app.deps);
    assert.deepEqual(await kept(), written, wrong);
  }
});

Deno.test("restore says what has ended, and that it does not know what has ended since if nothing was kept", async () => {
  await using cafe = await cafeToRestore();
  const { ownerId } = await createOwner(cafe.app.deps);
  await logInAgain(cafe.app, ownerId);
  await cafe.backUp();
  const unknown = await cafe.restore();
  assert.match(unknown, /Every login, code, link, invitation and player of that copy has ended/);
  assert.match(unknown, /cafe\.db\.ended is missing: accounts that were deleted .* are back/);
  assert.match(unknown, /Second factors are as they were in that copy/);
  await keepEndings(cafe.app.deps);
  const known = await cafe.restore();
  assert.match(known, /Every login, code, link, invitation and player of that copy has ended/);
  assert.match(known, /Accounts that were deleted and people who left a team .* stay out/);
  assert.doesNotMatch(known, /missing/);
});

Deno.test("a backup of an earlier release is brought up to date, and nothing of it works on", async () => {
  await using folder = await temporaryFolder();
  const old = join(folder.path, "old.db");
  {
    await using made = await oldDatabase();
    await copyInto(made.path, old);
  }
  const { code, noted } = await runCommand(["restore", old], { DATA_DIR: folder.path });
  assert.equal(code, 0, noted);
  const db = await openDatabase(fileUrl(join(folder.path, "cafe.db")));
  assert.equal(await db.schemaState(), "current");
  assert.deepEqual(await db.read.select().from(sessions), []);
  await db.close();
});

Deno.test("what is kept beside the database is readable by this account alone, and names no deleted person", async () => {
  await using cafe = await cafeToRestore();
  const { email, ownerId, token } = await createOwnerWithPassword(cafe.app);
  const body = { password: PASSWORD };
  assert.equal((await cafe.app.call("POST", "/api/account/delete", { token, body })).status, 204);
  const path = endingsPath(join(cafe.app.deps.config.dataDir, "cafe.db"));
  const kept = await Deno.readTextFile(path);
  assert.ok(kept.includes(ownerId) && !kept.includes(email));
  assert.deepEqual(JSON.parse(kept).passwords, []);
  if (Deno.build.os !== "windows") assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
});

async function end(app: TestApp, token: string, accountId: string): Promise<number> {
  return (await app.call("DELETE", `/api/team/${accountId}`, { token })).status;
}

/** A cafe whose backup is restored into another data folder, as after a crash: with what was kept beside the database. */
async function cafeToRestore() {
  const app = await testApp();
  const made = await temporaryFolder();
  const { path: folder } = made;
  const database = join(folder, "cafe.db");
  const restore = async () => {
    const kept = endingsPath(join(app.deps.config.dataDir, "cafe.db"));
    await Deno.copyFile(kept, endingsPath(database)).catch(() => {});
    const { code, printed, noted } = await runCommand(["restore", cafe.copy], { DATA_DIR: folder });
    assert.equal(code, 0, noted);
    return printed;
  };
  const cafe = {
    ...{ app, database, restore, copy: "" },
    async backUp() {
      cafe.copy = (await runCommand(["backup"], { DATA_DIR: app.deps.config.dataDir })).printed;
    },
    /** The product on the restored database, with the same secrets and the same time. */
    async restored(): Promise<TestApp> {
      await restore();
      const { jwtSecret, encryptionKey } = app.deps.config;
      const secrets = { JWT_SECRET: jwtSecret, ENCRYPTION_KEY: encryptionKey };
      return await testApp({ DATA_DIR: folder, ...secrets }, { clock: app.clock });
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await made[Symbol.asyncDispose]();
    },
  };
  return cafe;
}
