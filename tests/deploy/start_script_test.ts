// The start script, by what it gives to Deno (docs/running.md#configuration).
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

Deno.test("the start script refuses a folder whose name has a comma", async () => {
  await using home = await scriptHome();
  for (
    const [settings, said] of [
      [
        { MUSIC_DIR: "/srv/a,b" },
        "Cannot read the music in /srv/a,b: its name may not have a comma",
      ],
      [
        { DATA_DIR: "/a,b" },
        `Cannot run from ${home.path} with the data in /a,b: their names may not have a comma`,
      ],
    ] as const
  ) {
    const { code, noted } = await home.start(settings);
    assert.deepEqual([code, noted], [1, `${said}\n`]);
  }
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
  const within = ["", "/", "/node_modules/data", "/server", "/cache/data"].map((s) => path + s);
  for (const dataDir of [...within, "/"]) {
    const { code, noted } = await home.start({ DATA_DIR: dataDir });
    assert.equal(code, 1, dataDir);
    assert.match(noted, /^Cannot keep the data in .*: the program itself is there\. Choose /);
  }
});

Deno.test("the start script keeps the server's compiled code where the product may not write", async () => {
  await using home = await scriptHome("env");
  const { path } = home;
  const elsewhere: Record<string, string> = { DATA_DIR: "/srv/kafe" };
  for (const settings of [{}, elsewhere]) {
    const { lines } = await home.start(settings);
    assert.ok(lines.includes(`DENO_DIR=${path}/cache`), lines.join("\n"));
  }
  const { code, noted } = await home.start({ DENO_DIR: `${path}/data/cache` });
  assert.equal(code, 1);
  assert.match(noted, /^Cannot keep the data in /);
});

Deno.test("the start script reads settings as they stand in the file, and the environment wins over them", async () => {
  await using home = await scriptHome("env");
  const settings = join(home.path, "settings");
  await Deno.writeTextFile(
    settings,
    [
      "# A comment",
      "",
      "MAIL_FROM=Kafe #1 <a@b.example>\r",
      'ADMIN_PASSWORD="$HOME `id` \\n"',
      "SMTP_URL='smtps://u:p$w@example.com'",
      "LOG_LEVEL=debug",
      "   ",
      " SPOTIFY_CLIENT_ID=pasted  ",
      "EMPTY=",
      "LAST=a=b",
    ].join("\n"),
  );
  const { lines } = await home.start({ SIRADAKI_SETTINGS: settings, LOG_LEVEL: "error" });
  for (
    const line of [
      "MAIL_FROM=Kafe #1 <a@b.example>",
      "ADMIN_PASSWORD=$HOME `id` \\n",
      "SMTP_URL=smtps://u:p$w@example.com",
      "LOG_LEVEL=error",
      "SPOTIFY_CLIENT_ID=pasted",
      "EMPTY=",
      "LAST=a=b",
      `DATA_DIR=${home.path}/data`,
    ]
  ) assert.ok(lines.includes(line), `${line} is not in\n${lines.join("\n")}`);

  await Deno.writeTextFile(settings, "LOG_LEVEL=warn\nmy secret\n");
  const { code, noted } = await home.start({ SIRADAKI_SETTINGS: settings });
  assert.equal(code, 1);
  assert.match(noted, /^Cannot read the configuration: line 2 of \S+ is not NAME=value$/m);
});

/** A folder with the script, and a program in Deno's place, which prints its arguments by default. */
async function scriptHome(program = 'printf "%s\\n" "$@"') {
  const path = await Deno.realPath(await Deno.makeTempDir({ prefix: "siradaki-script-" }));
  await Deno.copyFile(SCRIPT, join(path, "siradaki"));
  await Deno.writeTextFile(join(path, "deno"), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  return {
    path,
    async start(env: Record<string, string> = {}) {
      const { code, stdout, stderr } = await new Deno.Command("sh", {
        args: [join(path, "siradaki")],
        clearEnv: true,
        env: { PATH: Deno.env.get("PATH")!, ...env },
      }).output();
      const decoder = new TextDecoder();
      const lines = decoder.decode(stdout).split("\n");
      const granted = (what: string) => lines.filter((line) => line.startsWith(`--allow-${what}`));
      return {
        code,
        lines,
        read: granted("read")[0],
        write: granted("write"),
        ffi: granted("ffi"),
        noted: decoder.decode(stderr),
      };
    },
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}

// What a person reads while the first start installs the packages: one line instead of one for each package.
const ROOT = join(import.meta.dirname!, "../..");
const LINE = /^Paketler indiriliyor, .* Downloading packages, /;

Deno.test("installing says one line the first time, and nothing after that", async () => {
  await using folder = await projectWithOnePackage();
  const [first, ...more] = await folder.install();
  assert.match(first ?? "", LINE);
  assert.deepEqual(more, []);
  assert.ok((await Deno.stat(join(folder.path, "node_modules/ulid"))).isDirectory);
  assert.deepEqual(await folder.install(), []);
});

/** A folder with this project's way to install, and one of its packages, which is on this machine already. */
async function projectWithOnePackage() {
  const config = JSON.parse(await Deno.readTextFile(join(ROOT, "deno.json")));
  const { nodeModulesDir, imports: { ulid }, tasks: { install } } = config;
  const path = await Deno.makeTempDir({ prefix: "siradaki-install-" });
  const project = { nodeModulesDir, imports: { ulid }, tasks: { install }, lock: false };
  // Without a lock there is nothing that could be frozen.
  project.tasks.install = install.replace("--frozen ", "");
  await Deno.writeTextFile(join(path, "deno.json"), JSON.stringify(project));
  return {
    path,
    /** Runs the task, and returns what it printed but for the task itself. */
    async install(): Promise<string[]> {
      const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["task", "install"],
        cwd: path,
        env: { NO_COLOR: "1" },
      }).output();
      const text = new TextDecoder();
      const printed = text.decode(stdout) + text.decode(stderr);
      assert.ok(success, printed);
      return printed.split("\n").filter((line) => line !== "" && !line.startsWith("Task install"));
    },
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}
