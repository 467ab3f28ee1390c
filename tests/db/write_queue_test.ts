// The write queue: which writes commit together, and which of them fail.
import { strict as assert } from "node:assert";
import { LibsqlError } from "@libsql/client";
import { createWriteQueue } from "../../db/connection/write_queue.ts";

/** A commit that records its batches, fails those with "bad", and otherwise returns the statements in capitals. */
function remembering() {
  const batches: string[][] = [];
  const commit = (statements: string[]): Promise<string[]> => {
    batches.push(statements);
    return statements.includes("bad")
      ? Promise.reject(new LibsqlError("no such column", "SQLITE_ERROR"))
      : Promise.resolve(statements.map((s) => s.toUpperCase()));
  };
  return { batches, commit };
}

Deno.test("the write queue commits the writes of one turn as one batch, and returns each caller its own results", async () => {
  const { batches, commit } = remembering();
  const write = createWriteQueue(commit);
  const results = await Promise.all([write(["a", "b"]), write(["c"]), write(["d"])]);
  assert.deepEqual(results, [["A", "B"], ["C"], ["D"]]);
  assert.deepEqual(batches, [["a", "b", "c", "d"]]);
});

Deno.test("the write queue commits at most 256 statements at once, and never splits one caller's", async () => {
  const { batches, commit } = remembering();
  const write = createWriteQueue(commit);
  const three = ["x", "y", "z"];
  await Promise.all(Array.from({ length: 100 }, () => write(three)));
  await Promise.all([write(Array(300).fill("many")), write(three)]);
  assert.deepEqual(batches.map((batch) => batch.length), [255, 45, 300, 3]);
});

Deno.test("a failing statement fails its own caller alone", async () => {
  const { commit } = remembering();
  const write = createWriteQueue(commit);
  const names = Array.from({ length: 20 }, (_, i) => i === 13 ? "bad" : `s${i}`);
  const outcomes = await Promise.allSettled(names.map((name) => write([name])));
  const failed = outcomes.flatMap((outcome, i) => outcome.status === "rejected" ? [i] : []);
  assert.deepEqual(failed, [13]);
  assert.deepEqual(
    outcomes.filter((o) => o.status === "fulfilled").map((o) => o.value),
    names.filter((name) => name !== "bad").map((name) => [name.toUpperCase()]),
  );
});
