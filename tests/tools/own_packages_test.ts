// How the packages that tests alone need are installed, such as their browser, while several rooms ask for them.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { installed } from "../support/start/own_packages.ts";

Deno.test("packages that several ask for at once are installed and prepared once, and again after a preparation that failed", async () => {
  const folder = await Deno.makeTempDir({ prefix: "siradaki-packages-" });
  await Deno.writeTextFile(join(folder, "deno.json"), "{}");
  const made = join(folder, "made");
  const find = () => Deno.realPathSync(made);
  await assert.rejects(
    installed(folder, find, () => Promise.reject(new Error("the disk is full"))),
    /the disk is full/,
  );

  let preparations = 0;
  const ask = () =>
    installed(folder, find, async () => {
      preparations++;
      await Deno.writeTextFile(made, "");
    });
  const found = await Promise.all([ask(), ask(), ask()]);
  assert.deepEqual(new Set(found), new Set([Deno.realPathSync(made)]));
  assert.equal(await ask(), found[0]);
  assert.equal(preparations, 1);
  await Deno.remove(folder, { recursive: true });
});
