// Why a file that was found cannot be read (docs/library.md#skipped-files).
import { strict as assert } from "node:assert";
import { readFile } from "../../server/library/read_file.ts";

const FOUND = { path: "silindi.mp3", size: 1_000, modifiedAt: 0 };

Deno.test("a file that was deleted after it was found counts as broken, and not as one with large tags", async () => {
  const root = await Deno.makeTempDir();
  const { signal } = new AbortController();
  assert.deepEqual(await readFile(root, FOUND, { isCovered: false, signal }), { why: "broken" });
  await Deno.remove(root);
});
