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

Deno.test("the start script lets native code be loaded from node_modules alone, where the product may not write", async () => {
  await using home = await scriptHome();
  const { path } = home;
  const elsewhere = "/srv/kafe";
  for (const dataDir of [undefined, elsewhere]) {
    const { ffi, write } = await home.start(dataDir ? { DATA_DIR: dataDir } : {});
    assert.deepEqual(ffi, [`--allow-ffi=${path}/node_modules`]);
    assert.deepEqual(write, [`--allow-write=${dataDir ?? `${path}/data`}`]);
  }
});

Deno.test("the start script refuses a data folder in which the program itself is", async () => {
  await using home = await scriptHome();
  const { path } = home;
  for (const dataDir of [path, `${path}/`, `${path}/node_modules/data`, `${path}/server`, "/"]) {
    const { code, noted } = await home.start({ DATA_DIR: dataDir });
    assert.equal(code, 1, dataDir);
    assert.match(noted, /^Cannot keep the data in .*: the program itself is there\. Choose /);
  }
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
      const args = decoder.decode(stdout).split("\n");
      const granted = (what: string) => args.filter((arg) => arg.startsWith(`--allow-${what}`));
      return {
        code,
        read: granted("read")[0],
        write: granted("write"),
        ffi: granted("ffi"),
        noted: decoder.decode(stderr),
      };
    },
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}
