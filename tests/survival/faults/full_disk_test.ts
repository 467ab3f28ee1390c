// The disk is full, and then it has room again.
import { strict as assert } from "node:assert";
import { openDatabase } from "../../../db/connection/client.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { draft } from "../../support/people/requests.ts";
import { preparedDataDir, startServer, UNLIMITED } from "../../support/start/server_process.ts";
import { LONG } from "../../support/time/effort.ts";
import { Told } from "../crowd.ts";
import { attempt, NOTHING_LOST, report } from "../report.ts";
import { assertNothingLost } from "../nothing_lost.ts";
import { fileLimit, type MakeRoom, smallFileSystem, whyNotMounted } from "./rooms.ts";

const nameOf = (where: string) =>
  `on ${where} writes answer 503 and reads work, and with space again writes work and none that was answered is lost`;

const FULL = "a disk that is full";
Deno.test(nameOf(FULL), () => fillAndWiden(FULL, fileLimit));

if (LONG) {
  const what = "a full file system of 2 MB";
  const missing = await whyNotMounted();
  const fn = () => fillAndWiden(what, smallFileSystem);
  await attempt({ part: "faults", what, missing, name: nameOf(what), fn });
}

async function fillAndWiden(where: string, makeRoom: MakeRoom): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { dataDir, owner } = await preparedDataDir();
  stack.defer(() => Deno.remove(dataDir, { recursive: true }));
  const room = await makeRoom(dataDir, stack);
  const server = await startServer(dataDir, { shell: room.shell, environment: UNLIMITED });
  stack.defer(() => server.kill());
  const post = () =>
    fetch(`${server.origin}/api/requests`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(draft(owner.ownerId, { songTitle: "ş".repeat(300) })),
    });
  const read = () => call("GET", "/api/requests");
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { "content-type": "application/json", "x-auth-token": owner.token };
    const init = { method, headers, body: JSON.stringify(body) };
    return await fetch(server.origin + path, init);
  };
  const told = new Told();

  // Until the disk is full. Approving keeps the number of pending requests below its limit.
  for (let full = 0; full < 3;) {
    const response = await post();
    if (response.status === 201) {
      const { _id }: SongRequest = await response.json();
      told.filed.push(_id);
      const approval = await call("PUT", `/api/requests/${_id}`, { status: "approved" });
      await approval.body?.cancel();
      assert.ok([200, 503].includes(approval.status));
      if (approval.status === 200) told.decided.set(_id, "approved");
    } else {
      full += 1;
      assert.equal(response.status, 503);
      assert.ok(Number(response.headers.get("retry-after")) > 0);
      assert.equal(typeof (await response.json()).msg, "string");
    }
  }
  const fitted = told.filed.length;
  assert.ok(fitted > 10, `only ${fitted} fitted`);
  const reading = await read();
  assert.equal(reading.status, 200);
  const page = await fetch(`${server.origin}/cafe/${owner.cafeId}`);
  assert.deepEqual([page.status, /Kafe Deneme/.test(await page.text())], [200, true]);
  const there: SongRequest[] = await reading.json();
  assert.deepEqual(there.map((r) => r._id), told.filed);

  assert.ok(await room.widen(server.pid), "the server gets more room");
  for (let i = 0; i < 5; i++) {
    const response = await post();
    assert.equal(response.status, 201);
    told.filed.push((await response.json())._id);
  }
  const after: SongRequest[] = await (await read()).json();
  assert.deepEqual(after.map((r) => r._id), told.filed);

  await server.kill();
  const db = await openDatabase(`file:${dataDir}/cafe.db`);
  await assertNothingLost(db, told, { plays: new Map() }).finally(() => db.close());
  const value = `${fitted} requests; reads answered, and writes with room again`;
  await report({ part: "faults", what: where, value, goal: NOTHING_LOST });
}
