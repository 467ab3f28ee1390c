import { strict as assert } from "node:assert";
import type { SongRequest } from "../../server/contract/requests.ts";
import { draft } from "../support/people/requests.ts";
import { preparedDataDir, startServer, UNLIMITED } from "../support/start/server_process.ts";

/**
 * A limit on the size of files stands in for a full disk. It needs no privileges, makes the server's writes fail in
 * the same way, and can be lifted while the process runs. In blocks of 512 bytes.
 */
const ROOM = "trap '' XFSZ; ulimit -S -f 4000;";

Deno.test("on a full disk writes answer 503 and reads work, and with space again writes work and none that was answered is lost", async () => {
  const { dataDir, owner } = await preparedDataDir();
  const server = await startServer(dataDir, { shell: ROOM, environment: UNLIMITED });
  try {
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
    const acknowledged: string[] = [];
    const outcomes: number[] = [];

    // Until the disk is full. Approving keeps the number of pending requests below its limit.
    for (let full = 0; full < 3;) {
      const response = await post();
      outcomes.push(response.status);
      if (response.status === 201) {
        const { _id }: SongRequest = await response.json();
        acknowledged.push(_id);
        const approval = await call("PUT", `/api/requests/${_id}`, { status: "approved" });
        await approval.body?.cancel();
        assert.ok([200, 503].includes(approval.status));
      } else {
        full += 1;
        assert.equal(response.status, 503);
        assert.ok(Number(response.headers.get("retry-after")) > 0);
        assert.equal(typeof (await response.json()).msg, "string");
      }
    }
    assert.ok(acknowledged.length > 10, `only ${acknowledged.length} fitted`);
    const reading = await read();
    assert.equal(reading.status, 200);
    const page = await fetch(`${server.origin}/cafe/${owner.cafeId}`);
    assert.deepEqual([page.status, /Kafe Deneme/.test(await page.text())], [200, true]);
    const there: SongRequest[] = await reading.json();
    assert.deepEqual(there.map((r) => r._id), acknowledged);

    const lifted = await new Deno.Command("prlimit", {
      args: ["--pid", String(server.pid), "--fsize=unlimited"],
    }).output();
    assert.ok(lifted.success, new TextDecoder().decode(lifted.stderr));
    for (let i = 0; i < 5; i++) {
      const response = await post();
      assert.equal(response.status, 201);
      acknowledged.push((await response.json())._id);
    }
    const after: SongRequest[] = await (await read()).json();
    assert.deepEqual(after.map((r) => r._id), acknowledged);
  } finally {
    await server.kill();
    await Deno.remove(dataDir, { recursive: true });
  }
});
