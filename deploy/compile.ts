// Compiles the single binary for the cafe's own computer: `deno task compile [linux|mac|windows]`.
import { basename, join, relative } from "node:path";

const ROOT = join(import.meta.dirname!, "..");

/** Deno's compile targets by their names on the command line. */
export const TARGETS = {
  linux: "x86_64-unknown-linux-gnu",
  mac: "aarch64-apple-darwin",
  windows: "x86_64-pc-windows-msvc",
} as const;

export type Target = keyof typeof TARGETS;

/** Folders that the binary includes beside the modules. */
export const INCLUDED = ["client/dist", "server/dist/migrations"];

/** The permissions of the binary. It may not run programs. */
export const PERMISSIONS = [
  "--no-prompt",
  "--allow-net",
  "--allow-env",
  "--allow-sys",
  "--allow-ffi",
  "--allow-read",
  "--allow-write",
];

/** Packages that the binary does not need: drivers for another C library, and types. */
const UNNEEDED = /^(@libsql\/.*-musl|@node-rs\/argon2-.*-musl|@types\/.*|undici-types)$/;

/**
 * The arguments of `deno` that compile into `output`, without a target for this machine. `npmCache` is the folder
 * in which Deno keeps packages: `--exclude` names a package by its folder there.
 */
export function compileArguments(output: string, npmCache: string, target?: Target): string[] {
  return [
    "compile",
    // The local node_modules would put every development tool inside.
    "--node-modules-dir=none",
    "--exclude-unused-npm",
    "--frozen",
    "--no-check",
    ...PERMISSIONS,
    ...INCLUDED.flatMap((path) => ["--include", path]),
    ...unneededFolders(npmCache).flatMap((path) => ["--exclude", path]),
    ...(target ? ["--target", TARGETS[target]] : []),
    "--output",
    output,
    "server/dist/main.js",
  ];
}

/** `npmCache` has a folder for each registry, in it one for each package, and in that one for each version. */
function unneededFolders(npmCache: string): string[] {
  return folders(npmCache).flatMap((registry) =>
    folders(registry).flatMap((path) => basename(path).startsWith("@") ? folders(path) : [path])
      .filter((path) => UNNEEDED.test(relative(registry, path).replaceAll("\\", "/")))
      .flatMap(folders)
  );
}

function folders(path: string): string[] {
  return [...Deno.readDirSync(path)].filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => join(path, name));
}

/** The folder in which this Deno keeps packages. */
export async function findNpmCache(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).npmCache;
}

if (import.meta.main) {
  const [target] = Deno.args;
  if (target !== undefined && !(target in TARGETS)) {
    console.error(
      `Cannot compile for '${target}': choose one of ${Object.keys(TARGETS).join(", ")}`,
    );
    Deno.exit(2);
  }
  const name = target ? `siradaki-${target}` : "siradaki";
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: compileArguments(
      join("deploy/bin", name),
      await findNpmCache(),
      target as Target | undefined,
    ),
    cwd: ROOT,
  }).spawn().status;
  Deno.exit(code);
}
