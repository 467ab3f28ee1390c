// A package of one platform, made and unpacked, and its start script run as an account that owns none of it.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { makePackages } from "../../../deploy/package/make_packages.ts";
import type { Platform } from "../../../deploy/package/platforms.ts";
import { buildProduct } from "../../support/start/built.ts";
import { freePort } from "../../support/start/free_port.ts";
import { answering } from "../../support/start/sqld.ts";
import { playAnEvening } from "../../support/people/evening_over_http.ts";

const IS_ROOT = Deno.uid() === 0;
/** As root, which CI is, a file that no other account may read would go unnoticed. */
const AS_NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"];

/** A folder that disposing removes. */
export async function temporary() {
  const path = await Deno.makeTempDir({ prefix: "siradaki-package-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

export interface Packaged {
  tarball: string;
  debian: string;
  /** The folder that the packages are in. The caller removes it. */
  folder: string;
  /** The folder with the product that the Debian package unpacks to. */
  home: string;
  /** The folder of its documents. */
  documents: string;
}

/** Makes the packages without compressing them much, and unpacks the Debian one. */
export async function unpacked(platform: Platform): Promise<Packaged> {
  await buildProduct();
  const folder = await Deno.makeTempDir({ prefix: "siradaki-packaged-" });
  const paths = await makePackages(folder, platform, { level: 0 });
  const root = join(folder, "root");
  await run(["dpkg-deb", "--extract", paths.debian, root]);
  await Deno.chmod(folder, 0o755);
  return {
    ...paths,
    folder,
    home: join(root, "usr/lib/siradaki"),
    documents: join(root, "usr/share/doc/siradaki"),
  };
}

/** Serves from `home`, lets a cafe have an evening, makes a backup, refuses to restore it meanwhile, stops, and restores. */
export async function serveAnEvening({ folder, home }: Packaged): Promise<void> {
  const data = join(folder, "Ayşe'nin %100 #1 kafesi?");
  await Deno.mkdir(data);
  if (IS_ROOT) await run(["chown", "nobody:nogroup", data]);
  const port = freePort();
  const env = { HOST: "127.0.0.1", PORT: String(port), LOG_LEVEL: "warn", DATA_DIR: data };
  const siradaki = (...args: string[]) => command(join(home, "siradaki"), args, env);
  const server = siradaki().spawn();
  const output = server.output();
  let running = true;
  server.status.then(() => running = false);
  try {
    const origin = `http://127.0.0.1:${port}`;
    await answering(`${origin}/healthz`, server.status);
    await playAnEvening(origin, data);
    const copy = printed(await siradaki("backup").output());
    assert.match(copy, /cafe-\S+\.db$/);
    assert.equal((await siradaki("restore", copy).output()).code, 1);
    server.kill("SIGTERM");
    assert.equal(printed(await output).match(/"level":"(WARN|ERROR)"/), null);
    assert.match(printed(await siradaki("restore", copy).output()), /^Restored /);
    assert.match(printed(await siradaki("ledger:check").output()), /\S/);
  } finally {
    if (running) server.kill("SIGKILL");
    await output;
  }
}

function command(program: string, args: string[], env: Record<string, string>) {
  const [first, ...rest] = [...IS_ROOT ? AS_NOBODY : [], program, ...args];
  return new Deno.Command(first!, {
    args: rest,
    cwd: "/",
    clearEnv: true,
    env: { PATH: "/usr/bin:/bin", ...env },
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs a program to its end, and returns what it printed. @throws AssertionError with what it noted if it fails */
export async function run(
  [program, ...args]: string[],
  env: Record<string, string> = {},
): Promise<string> {
  return printed(await new Deno.Command(program!, { args, env }).output());
}

function printed({ success, stdout, stderr }: Deno.CommandOutput): string {
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}
