// The start script's permissions, by what it gives to Deno (docs/running.md#configuration).
import { strict as assert } from "node:assert";
import { join } from "node:path";

const SCRIPT = join(import.meta.dirname!, "../../deploy/package/home/siradaki");

Deno.test("the start script lets the product read the folder that MUSIC_DIR names, and no other without it", async () => {
  await using home = await scriptHome();
  const { path } = home;
  assert.equal((await home.start()).read, `--allow-read=${path},${path}/data`);
  assert.equal((await home.start({ MUSIC_DIR: "" })).read, `--allow-read=${path},${path}/data`);
  const read = `--allow-read=${path},${path}/data,/srv/kafe müzik`;
  assert.equal((await home.start({ MUSIC_DIR: "/srv/kafe müzik" })).read, read);
  await Deno.writeTextFile(join(path, "siradaki.env"), "MUSIC_DIR=/srv/kafe müzik\n");
  assert.equal((await home.start()).read, read);
});

Deno.test("the start script refuses a music folder whose name has a comma", async () => {
  await using home = await scriptHome();
  const { code, noted } = await home.start({ MUSIC_DIR: "/srv/a,b" });
  assert.equal(code, 1);
  assert.equal(noted, "Cannot read the music in /srv/a,b: its name may not have a comma\n");
});

/** A folder with the script, and a program in Deno's place that prints its arguments. */
async function scriptHome() {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "siradaki-script-" }));
  await Deno.copyFile(SCRIPT, join(path, "siradaki"));
  await Deno.writeTextFile(join(path, "deno"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  return {
    path,
    async start(env: Record<string, string> = {}) {
      const { code, stdout, stderr } = await new Deno.Command("sh", {
        args: [join(path, "siradaki")],
        clearEnv: true,
        env: { PATH: Deno.env.get("PATH")!, ...env },
      }).output();
      const decoder = new TextDecoder();
      const read = decoder.decode(stdout).split("\n").find((arg) => arg.startsWith("--allow-read"));
      return { code, read, noted: decoder.decode(stderr) };
    },
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}
