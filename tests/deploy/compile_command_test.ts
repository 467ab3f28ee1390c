// What `deno task compile` does around Deno's own compile: it fetches the packages, and explains a missing base.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { compile, type RunDeno, type Target, TARGETS } from "../../deploy/compile.ts";
import { buildProduct } from "../support/start/built.ts";

const ROOT = join(import.meta.dirname!, "../..");

Deno.test("what a first run downloads for a target, and the binary does not need, is left out", async () => {
  for (const [target, { os, arch }] of Object.entries(TARGETS)) {
    await using cache = await temporary();
    const registry = join(cache.path, "registry.npmjs.org");
    const unneeded = [`@libsql/${os}-${arch}-musl/0.5.29`, "@types/react/19.3.0"];
    const calls: string[][] = [];
    // The packages are there after the first call that would fetch them.
    const deno: RunDeno = async (args) => {
      calls.push(args);
      for (const name of ["libsql/0.5.29", `@libsql/${os}-${arch}-gnu/0.5.29`, ...unneeded]) {
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

async function temporary() {
  const path = await Deno.makeTempDir({ prefix: "siradaki-compile-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
