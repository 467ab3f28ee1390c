// The npm packages of one platform: Deno itself, and what the server's bundle leaves outside.
import { join } from "node:path";
import { OUTSIDE } from "../build/server.ts";
import type { Platform } from "./platforms.ts";
import { run } from "./run.ts";

/** The parts of deno.json and deno.lock that are needed here. */
interface DenoJson {
  imports: Record<string, string>;
}
interface Lock {
  version: string;
  specifiers: Record<string, string>;
  npm: Record<string, { integrity: string }>;
}

/**
 * Installs the packages into `folder`/node_modules, without links between them. Versions and hashes are those of
 * deno.lock in `root`.
 * @throws Error if a package cannot be had, or is not the one that the hash names
 */
export async function installModules(
  folder: string,
  root: string,
  { arch, deno }: Platform,
): Promise<void> {
  const { imports }: DenoJson = await readJson(join(root, "deno.json"));
  const { version, specifiers, npm }: Lock = await readJson(join(root, "deno.lock"));
  const denoSpecifier = `npm:${deno.name}@${deno.version}`;
  const wanted = Object.fromEntries(OUTSIDE.map((name) => [name, imports[name]!]));
  const versions = Object.values(wanted).map((name) => [name, specifiers[name]!]);
  const pinned = { ...npm, [`${deno.name}@${deno.version}`]: { integrity: deno.integrity } };
  await writeJson(join(folder, "deno.json"), {
    nodeModulesDir: "manual",
    imports: { ...wanted, [deno.name]: denoSpecifier },
  });
  await writeJson(join(folder, "deno.lock"), {
    version,
    // Deno installs every package that is named here.
    specifiers: { ...Object.fromEntries(versions), [denoSpecifier]: deno.version },
    npm: pinned,
  });
  await run(Deno.execPath(), {
    args: ["install", "--quiet", "--node-modules-linker=hoisted", "--os=linux", `--arch=${arch}`],
    cwd: folder,
  });
  const installed: Lock = await readJson(join(folder, "deno.lock"));
  for (const [name, { integrity }] of Object.entries(installed.npm)) {
    if (pinned[name]?.integrity !== integrity) {
      throw new Error(`Cannot package ${name}: its hash is not the pinned one`);
    }
  }
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await Deno.readTextFile(path));
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await Deno.writeTextFile(path, JSON.stringify(value, null, 2));
}
