// The ladder up to the single binary: what goes into it, what is inside runs on its own, and the binary itself
// if its base (denort) is available.
import { strict as assert } from "node:assert";
import { dirname, join, relative } from "node:path";
import {
  compile,
  compileArguments,
  findNpmCache,
  INCLUDED,
  PERMISSIONS,
  type RunDeno,
  type Target,
  TARGETS,
} from "../../deploy/compile.ts";
import { temporary } from "./box/packaged.ts";
import { playAnEvening } from "../support/people/evening_over_http.ts";
import { buildProduct } from "../support/start/built.ts";
import { freePort } from "../support/start/free_port.ts";
import { answering } from "../support/start/sqld.ts";

const ROOT = join(import.meta.dirname!, "../..");
const MAIN = "server/dist/main.js";

Deno.test("the binary has the client, the migrations, the tunes of seed and this machine's argon2 inside", async () => {
  await buildProduct();
  await using folder = await temporary();
  // Any executable will do as a base for looking at what is put into it.
  const listing = await compileInto(
    join(folder.path, "siradaki"),
    Deno.realPathSync(Deno.execPath()),
  );
  for (const inside of ["client", "migrations", "seed_tunes", "argon2", "main.js"]) {
    assert.ok(listing.includes(inside), `${inside} is not inside`);
  }
  // Neither native code for another C library nor types, nor a database driver: Deno has one.
  assert.doesNotMatch(listing, /-musl|@types|libsql/);
  for (const tool of ["vite", "playwright-core", "drizzle-kit", "fast-check", "tests", "tools"]) {
    assert.doesNotMatch(listing, new RegExp(`[─┬] ${tool}[ /]`), `${tool} is inside`);
  }
});

Deno.test("what is inside runs by itself: read-only, from elsewhere, with an empty environment", async () => {
  await buildProduct();
  await using folder = await temporary();
  const stage = join(folder.path, "stage");
  for (
    const path of [...await modules(), ...INCLUDED.flatMap(filesUnder), "deno.json", "deno.lock"]
  ) {
    await Deno.mkdir(join(stage, dirname(path)), { recursive: true });
    await Deno.copyFile(join(ROOT, path), join(stage, path));
    await Deno.chmod(join(stage, path), 0o444);
  }
  const args = ["run", "--cached-only", "--frozen", "--node-modules-dir=none", ...PERMISSIONS];
  // Modes do not hold back root.
  args.push(`--deny-write=${stage}`);
  const dataDir = join(folder.path, "data");
  await serves(Deno.execPath(), [...args, join(stage, MAIN)], dataDir, {
    DENO_DIR: await denoDir(),
    DATA_DIR: dataDir,
  });
  assert.ok(names(dataDir).includes("cafe.db"));
  // A demo cafe takes an empty database.
  const demo = join(folder.path, "demo");
  const seeded = await new Deno.Command(Deno.execPath(), {
    args: [...args, join(stage, MAIN), "seed"],
    cwd: "/",
    clearEnv: true,
    env: { DENO_DIR: await denoDir(), DATA_DIR: demo },
  }).output();
  assert.ok(seeded.success, new TextDecoder().decode(seeded.stderr));
  assert.equal(names(join(demo, "music")).length, 6);
});

Deno.test("each target has its arguments, and an unknown one is refused before anything is done", async () => {
  const cache = await findNpmCache();
  for (const [target, { triple }] of Object.entries(TARGETS)) {
    const args = compileArguments("siradaki", cache, target as Target);
    assert.equal(args[args.indexOf("--target") + 1], triple);
    assert.equal(args.at(-1), MAIN);
  }
  assert.ok(!compileArguments("siradaki", cache).includes("--target"));
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-read", "--allow-env", "deploy/compile.ts", "amiga"],
    cwd: ROOT,
  }).output();
  assert.equal(code, 2);
  assert.match(
    new TextDecoder().decode(stderr),
    /'amiga': choose one of linux, pi, mac, mac-intel, windows/,
  );
});

const base = await denort();
Deno.test({
  name: base
    ? "the binary serves, keeps its data beside itself and knows its version"
    : "SKIPPED: the binary itself was not run, since denort is not to be had on this machine",
  ignore: base === undefined,
  async fn() {
    await buildProduct();
    await using folder = await temporary();
    const binary = join(folder.path, "siradaki");
    await compileInto(binary, base!);
    const { stdout } = await new Deno.Command(binary, { args: ["--version"], cwd: "/" }).output();
    assert.match(new TextDecoder().decode(stdout), /^siradaki \d+\.\d+\.\d+/);
    await serves(binary, [], join(folder.path, "data"), {});
    assert.ok(names(join(folder.path, "data")).includes("cafe.db"));
  },
});

async function compileInto(output: string, denortBin: string): Promise<string> {
  const { code, said } = await compile(output, undefined, async (args) => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args,
      cwd: ROOT,
      env: { NO_COLOR: "1", ...(denortBin && { DENORT_BIN: denortBin }) },
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  });
  assert.equal(code, 0, said);
  return said;
}

/** Starts it in `/`, lets a cafe have an evening there, and asks it to stop. */
async function serves(
  program: string,
  args: string[],
  dataDir: string,
  environment: Record<string, string>,
) {
  const port = freePort();
  const child = new Deno.Command(program, {
    args,
    cwd: "/",
    clearEnv: true,
    env: { HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "error", ...environment },
    stdout: "null",
    stderr: "null",
  }).spawn();
  const origin = `http://127.0.0.1:${port}`;
  try {
    await answering(`${origin}/healthz`, child.status);
    assert.match(await (await fetch(origin)).text(), /Kafe Sahibiyim/);
    await playAnEvening(origin, dataDir);
  } finally {
    child.kill("SIGTERM");
    assert.equal((await child.status).code, 0);
  }
}

/** The files of the server that its entry reaches. */
async function modules(): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", MAIN],
    cwd: ROOT,
    stderr: "null",
  }).output();
  const { modules }: { modules: { local?: string }[] } = JSON.parse(
    new TextDecoder().decode(stdout),
  );
  return modules.flatMap(({ local }) => local ? [relative(ROOT, local)] : [])
    .filter((path) => !path.startsWith("..") && !path.startsWith("node_modules"));
}

function filesUnder(folder: string): string[] {
  if (Deno.statSync(join(ROOT, folder)).isFile) return [folder];
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesUnder(`${folder}/${name}`) : [`${folder}/${name}`]
  );
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name);
}

async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** The base of binaries: given by DENORT_BIN, or downloaded at some time; undefined if there is none. */
async function denort(): Promise<string | undefined> {
  const given = Deno.env.get("DENORT_BIN");
  if (given) return given;
  const release = join(await denoDir(), "dl/release", `v${Deno.version.deno}`);
  try {
    return names(release).some((name) => name.startsWith("denort-")) ? "" : undefined;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

// What `deno task compile` does around Deno's own compile: it fetches the packages, and explains a missing base.
Deno.test("what a first run downloads for a target, and the binary does not need, is left out", async () => {
  for (const [target, { os, arch }] of Object.entries(TARGETS)) {
    await using cache = await temporary();
    const registry = join(cache.path, "registry.npmjs.org");
    const unneeded = [`@node-rs/argon2-${os}-${arch}-musl/2.2.1`, "@types/react/19.3.0"];
    const calls: string[][] = [];
    // The packages are there after the first call that would fetch them.
    const deno: RunDeno = async (args) => {
      calls.push(args);
      for (
        const name of [
          "@node-rs/argon2/2.2.1",
          `@node-rs/argon2-${os}-${arch}-gnu/2.2.1`,
          ...unneeded,
        ]
      ) {
        await Deno.mkdir(join(registry, name), { recursive: true });
      }
      return { code: 0, stdout: JSON.stringify({ npmCache: cache.path }), stderr: "" };
    };
    assert.equal((await compile("siradaki", target as Target, deno)).code, 0);
    assert.deepEqual(calls.map(([command]) => command), ["install", "info", "compile"]);
    const [fetching, , compiling] = calls;
    assert.deepEqual(fetching!.slice(-4), ["--os", os, "--arch", arch]);
    const excluded = compiling!.filter((_, i) => compiling![i - 1] === "--exclude");
    assert.deepEqual(excluded.sort(), unneeded.map((name) => join(registry, name)).sort());
  }
});

Deno.test("compile says so if packages cannot be fetched, and does not go on", async () => {
  const calls: string[][] = [];
  const deno: RunDeno = (args) => {
    calls.push(args);
    return Promise.resolve({ code: 1, stdout: "", stderr: "error: Failed caching npm package" });
  };
  const { code, said } = await compile("siradaki", "pi", deno);
  assert.deepEqual([code, said, calls.length], [1, "error: Failed caching npm package", 1]);
});

/** What Deno 2.9 says if it cannot download the base. */
const NO_BASE = `Compile server/dist/main.js to deploy/bin/siradaki-pi
Download https://dl.deno.land/release/v2.9.6/denort-aarch64-unknown-linux-gnu.zip
error: Writing deno compile executable to temporary file 'deploy/bin/siradaki-pi.tmp-3452261351cfc7e6'

Caused by:
    0: Setting up base binary.
    1: error sending request for url (https://dl.deno.land/release/v2.9.6/denort-aarch64-unknown-linux-gnu.zip): client error (Connect): dns error
    2: client error (Connect)
`;

Deno.test("compile says what is missing, where it comes from and what to do, if the base cannot be downloaded", async () => {
  const deno: RunDeno = ([command]) =>
    Promise.resolve(
      command === "compile"
        ? { code: 1, stdout: "", stderr: NO_BASE }
        : { code: 0, stdout: JSON.stringify({ npmCache: import.meta.dirname }), stderr: "" },
    );
  const { code, said } = await compile("deploy/bin/siradaki-pi", "pi", deno);
  const zip = `v${Deno.version.deno}/denort-aarch64-unknown-linux-gnu.zip`;
  assert.equal(code, 1);
  assert.equal(
    said,
    `Cannot compile: the base of the binary (Deno's denort for aarch64-unknown-linux-gnu) is missing.
  error sending request for url (https://dl.deno.land/release/v2.9.6/denort-aarch64-unknown-linux-gnu.zip): client error (Connect): dns error
Deno downloads it from https://dl.deno.land/release/${zip}.
Without a connection to that host, unpack it elsewhere and name the file by DENORT_BIN.
On Linux \`deno task package\` makes a package that needs no base.
`,
  );
});

Deno.test("the compile task ends with such a message and no stack if DENORT_BIN names no file", async () => {
  await buildProduct();
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "compile"],
    cwd: ROOT,
    env: { NO_COLOR: "1", DENORT_BIN: "/absent/denort" },
  }).output();
  const said = new TextDecoder().decode(stderr);
  assert.deepEqual([code, stdout.length], [1, 0], said);
  assert.match(
    said,
    /^Compiling deploy\/bin\/siradaki\. .+\nCannot compile: the base of the binary/,
  );
  assert.match(said, /\n {2}Could not find denort at '\/absent\/denort'\n/);
  assert.doesNotMatch(said, /backtrace|Caused by/);
});
