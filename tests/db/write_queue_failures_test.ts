// The write queue while the disk is full, the network fails or the database is locked.
import { strict as assert } from "node:assert";
import { LibsqlError } from "@libsql/client";
import { DatabaseUnavailableError } from "../../db/connection/errors.ts";
import { createWriteQueue } from "../../db/connection/write_queue.ts";

Deno.test("a full disk fails every write of the batch, and a later write succeeds", async () => {
  let full = true;
  const write = createWriteQueue((statements: string[]) =>
    full
      ? Promise.reject(new LibsqlError("database or disk is full", "SQLITE_FULL"))
      : Promise.resolve(statements)
  );
  for (const outcome of await Promise.allSettled([write(["a"]), write(["b"])])) {
    assert.ok(outcome.status === "rejected");
    assert.ok(outcome.reason instanceof DatabaseUnavailableError);
    assert.equal(outcome.reason.reason, "full");
  }
  full = false;
  assert.deepEqual(await write(["c"]), ["c"]);
});

Deno.test("a write is not repeated after a network failure, because it may have been committed", async () => {
  let tries = 0;
  const write = createWriteQueue((_: string[]) => {
    tries += 1;
    return Promise.reject(new TypeError("error sending request for url (http://127.0.0.1:1/)"));
  });
  await assert.rejects(write(["a"]), { name: "DatabaseUnavailableError", reason: "unreachable" });
  assert.equal(tries, 1);
});

Deno.test("writes wait for a lock, later ones join them, and each has its own deadline", async () => {
  const batches: string[] = [];
  let nowMs = 0;
  let late: Promise<unknown[]> | undefined;
  const write = createWriteQueue((statements: string[]) => {
    batches.push(statements.join());
    nowMs += 10;
    if (nowMs === 20) late = write(["late"]);
    return nowMs <= 50
      ? Promise.reject(new LibsqlError("database is locked", "SQLITE_BUSY"))
      : Promise.resolve(statements);
  }, { lockTimeoutMs: 40, retryIntervalMs: 0, now: () => nowMs });
  await assert.rejects(write(["early"]), { name: "DatabaseUnavailableError", reason: "busy" });
  assert.deepEqual(await late, ["late"]);
  assert.deepEqual(batches, ["early", "early", "early,late", "early,late", "late", "late"]);
});

Deno.test("a server that takes too long to answer refuses those that wait meanwhile too, without being asked again", async () => {
  let commits = 0;
  const slow = Promise.withResolvers<unknown[]>();
  const write = createWriteQueue<string>((statements) => {
    commits++;
    return commits === 1 ? slow.promise : Promise.resolve(statements);
  });
  const first = write(["a"]);
  await new Promise((resolve) => setImmediate(resolve));
  const behind = write(["b"]);
  slow.reject(new DOMException("too long", "TimeoutError"));
  for (const refused of [first, behind]) {
    await assert.rejects(refused, { name: "DatabaseUnavailableError", reason: "unreachable" });
  }
  assert.equal(commits, 1);
  assert.deepEqual(await write(["c"]), ["c"]);
});
