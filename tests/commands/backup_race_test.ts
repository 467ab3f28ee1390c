import { strict as assert } from "node:assert";
import { join } from "node:path";
import { openDatabase } from "../../db/connection/client.ts";
import { readLedgerTotals } from "../../db/money/ledger.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { wireStatus } from "../../server/requests/song_request.ts";
import { connectedOwner, queueUp } from "../support/people/cafe_evening.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";
import { rounds } from "../support/time/effort.ts";
import { buildProduct } from "../support/start/built.ts";
import { startMusicAccount } from "../support/music/music_faults.ts";
import { draft } from "../support/people/requests.ts";
import { startServer, UNLIMITED } from "../support/start/server_process.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const ROOT = join(import.meta.dirname!, "../..");
const BACKUPS = rounds(2, 20);
/** The writers may be held up during some of the backups. */
const MAX_TRIES = 10 * BACKUPS;
const WRITERS = 8;
const TIP = 5;

Deno.test(`${BACKUPS} backups beside ${WRITERS} writers and a player are sound, and hold every write that was answered before`, async () => {
  await using folder = await temporaryFolder();
  const dataDir = folder.path;
  await using account = await startMusicAccount({ now: Date.now });
  await buildProduct();
  const { owner, songs } = await prepare({ ...account.environment, DATA_DIR: dataDir });
  const server = await startServer(dataDir, {
    environment: { ...UNLIMITED, ...account.environment },
  });
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { "content-type": "application/json", "x-auth-token": owner.token };
    const response = await fetch(server.origin + path, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, answer: await response.json() };
  };

  // So that no copy is empty.
  const first = await call("POST", "/api/requests/play-next");
  assert.equal(first.status, 200, first.answer.msg);
  /** The writes that the server has answered. */
  const filed: string[] = [];
  const decided = new Map<string, string>();
  let plays = 1;
  let evening = true;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const status = writer % 2 === 0 ? "approved" : "rejected";
    while (evening) {
      const song = songs[filed.length % songs.length];
      const request = draft(owner.ownerId, { ...song, tipAmount: TIP });
      const { status: created, answer } = await call("POST", "/api/requests", request);
      assert.equal(created, 201, answer.msg);
      filed.push(answer._id);
      const decision = await call("PUT", `/api/requests/${answer._id}`, { status });
      assert.equal(decision.status, 200, decision.answer.msg);
      decided.set(answer._id, status);
    }
  });
  const player = (async () => {
    while (evening) {
      const { status, answer } = await call("POST", "/api/requests/play-next");
      assert.ok([200, 404].includes(status), answer.msg);
      if (status === 200) plays += 1;
    }
  })();
  const working = Promise.all([...writers, player]);

  const copies: { path: string; filed: string[]; decided: Map<string, string>; plays: number }[] =
    [];
  try {
    for (let tries = 1; copies.length < BACKUPS; tries++) {
      assert.ok(tries <= MAX_TRIES, "no writer wrote beside a backup");
      const before = { filed: [...filed], decided: new Map(decided), plays };
      const path = await Promise.race([backup(dataDir), working.then(() => "")]);
      // A backup without concurrent writes proves nothing.
      if (filed.length > before.filed.length) copies.push({ path, ...before });
    }
    evening = false;
    await working;
  } finally {
    evening = false;
    await server.kill();
  }

  for (const { path, filed, decided, plays } of copies) {
    const db = await openDatabase(`file:${path}`);
    const integrity = await db.all(sql("PRAGMA integrity_check"));
    const rows = await db.read.select().from(songRequests);
    const totals = await readLedgerTotals(db);
    await db.close();
    assert.deepEqual(integrity, [{ integrity_check: "ok" }]);
    const there = new Map(rows.map((row) => [row.id, wireStatus(row.status) as string]));
    assert.deepEqual(filed.filter((id) => !there.has(id)), []);
    assert.deepEqual([...decided].filter(([id, status]) => there.get(id) !== status), []);
    const played = rows.filter((row) => row.status === "played");
    assert.ok(played.length >= plays, `${played.length} plays of ${plays}`);
    assert.equal(totals.tips, played.length * TIP * 100);

    // The copy alone, in a folder of its own.
    await using alone = await temporaryFolder();
    await Deno.copyFile(path, join(alone.path, "cafe.db"));
    const { code, printed } = await runCommand(["ledger:check"], { DATA_DIR: alone.path });
    assert.equal(code, 0, printed);
  }
});

/** A connected owner in the database that the server will open, and songs to request. */
async function prepare(environment: Record<string, string>) {
  await using app = await testApp(environment);
  app.clock.set(Date.now());
  const owner = await connectedOwner(app);
  const requests = await queueUp(app, owner, Array.from({ length: 8 }, () => TIP));
  const songs = requests.map(({ songTitle, artist, albumArt, uri }) => {
    return { songTitle, artist, albumArt, uri };
  });
  return { owner, songs };
}

/** `deno task backup`, as an operator runs it; returns the copy's path. */
async function backup(dataDir: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "backup"],
    cwd: ROOT,
    env: { DATA_DIR: dataDir },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}
