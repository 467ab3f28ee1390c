// The folder that a package unpacks to: Deno, the built product, its npm packages, the start script and the guide.
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { OUTSIDE, ROOT } from "../build/part.ts";
import { guideHtml } from "./guide.ts";
import type { Platform } from "./platforms.ts";

/** The owner's guide in the folder. */
export const GUIDE = "kilavuz.html";
/** What the build made, and the tunes of `seed`. */
const PARTS = ["client/dist", "server/dist", "server/commands/seed_tunes"];
/** The product's own licence and that of the headings' font. The build writes those of the npm packages. */
const LICENCES = [["LICENSE", "LICENSE"], ["OFL.txt", "client/styles/fonts/OFL.txt"]] as const;
/** Built for another C library, or read by development tools alone. */
const UNNEEDED = /-musl$|\.map$|\.d\.[mc]?ts$|^\.deno$|^\.built_from$/;

/** Makes `home`, a folder that is not there yet, for `platform`. @throws Error if a part of it cannot be had */
export async function stage(home: string, platform: Platform): Promise<void> {
  const modules = await Deno.makeTempDir({ prefix: "siradaki-modules-" });
  try {
    await installModules(modules, ROOT, platform);
    const installed = join(modules, "node_modules");
    await Deno.mkdir(home, { recursive: true });
    await Deno.copyFile(join(installed, platform.deno.name, "deno"), join(home, "deno"));
    await Deno.remove(join(installed, "@deno"), { recursive: true });
    await copy(installed, join(home, "node_modules"));
  } finally {
    await Deno.remove(modules, { recursive: true });
  }
  for (const path of PARTS) await copy(join(ROOT, path), join(home, path));
  await copy(join(import.meta.dirname!, "home"), home);
  await Deno.writeTextFile(join(home, GUIDE), guideHtml());
  for (const [name, path] of LICENCES) await Deno.copyFile(join(ROOT, path), join(home, name));
  await letEveryoneRead(home, ["deno", "siradaki"]);
}

async function copy(from: string, to: string): Promise<void> {
  const filter = (path: string) => !UNNEEDED.test(path.slice(path.lastIndexOf("/") + 1));
  // Copied, not linked: Deno links an installed file to its cache, whose modes have to stay as they are.
  await cp(from, to, { recursive: true, filter });
}

/** Some npm packages have files that only their owner may read. */
async function letEveryoneRead(folder: string, programs: string[]): Promise<void> {
  await Deno.chmod(folder, 0o755);
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) await letEveryoneRead(path, []);
    else await Deno.chmod(path, programs.includes(name) ? 0o755 : 0o644);
  }
}

// The npm packages of one platform: Deno itself, and what the server's bundle leaves outside.

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

// Runs the programs that make a package.

/** Runs `program` to its end. @throws Error with what it printed, if it is missing or fails */
export async function run(program: string, options: Deno.CommandOptions): Promise<void> {
  const { success, stdout, stderr } = await outputOf(program, options);
  if (success) return;
  const said = [stderr, stdout].map((bytes) => new TextDecoder().decode(bytes).trim()).join("\n");
  throw new Error(`Cannot package: ${program} ${options.args?.join(" ")} failed:\n${said}`);
}

async function outputOf(program: string, options: Deno.CommandOptions) {
  try {
    return await new Deno.Command(program, options).output();
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new Error(`Cannot package: '${program}' is not installed on this computer`, { cause });
  }
}
