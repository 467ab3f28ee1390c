// Compiles the single binary for the cafe's own computer: `deno task compile [linux|pi|mac|mac-intel|windows]`.
import { basename, join, relative } from "node:path";

const ROOT = join(import.meta.dirname!, "..");

/** By their names on the command line: Deno's compile targets, and what npm calls their systems. */
export const TARGETS = {
  linux: { triple: "x86_64-unknown-linux-gnu", os: "linux", arch: "x64" },
  pi: { triple: "aarch64-unknown-linux-gnu", os: "linux", arch: "arm64" },
  mac: { triple: "aarch64-apple-darwin", os: "darwin", arch: "arm64" },
  "mac-intel": { triple: "x86_64-apple-darwin", os: "darwin", arch: "x64" },
  windows: { triple: "x86_64-pc-windows-msvc", os: "win32", arch: "x64" },
} as const;

export type Target = keyof typeof TARGETS;

/** Folders and files that the binary includes beside the modules. */
export const INCLUDED = [
  "client/dist",
  "server/dist/migrations",
  "server/dist/schema.sql",
  "server/commands/seed_tunes",
];

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

/** Packages that the binary does not need: native code for another C library, and types. */
const UNNEEDED = /^(@node-rs\/argon2-.*-musl|@types\/.*|undici-types)$/;

/** Runs `deno` with these arguments; tests pass another. */
export type RunDeno = (
  args: string[],
) => Promise<{ code: number; stdout: string; stderr: string }>;

/** Compiles into `output`, by default for this machine. Returns the exit code and what the operator is to read. */
export async function compile(
  output: string,
  target?: Target,
  deno: RunDeno = runDeno,
): Promise<{ code: number; said: string }> {
  // Packages that `deno compile` downloads itself would go in: `--exclude` names the folders that exist before.
  const fetched = await deno(fetchArguments(target));
  if (fetched.code !== 0) return { code: fetched.code, said: fetched.stderr };
  const npmCache = await findNpmCache(deno);
  const { code, stdout, stderr } = await deno(compileArguments(output, npmCache, target));
  return { code, said: code === 0 ? stdout + stderr : explained(stderr, target) };
}

/** The arguments of `deno` that fetch the packages for `target`, those that the binary does not need too. */
function fetchArguments(target?: Target): string[] {
  const { os, arch } = target ? TARGETS[target] : {};
  return [
    ...["install", "--quiet", "--frozen", "--node-modules-dir=none"],
    ...(os ? ["--os", os, "--arch", arch!] : []),
  ];
}

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
    ...(target ? ["--target", TARGETS[target].triple] : []),
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
export async function findNpmCache(deno: RunDeno = runDeno): Promise<string> {
  return JSON.parse((await deno(["info", "--json"])).stdout).npmCache;
}

/** Deno's error in words for the operator if the base of the binary is missing, else as it is. */
function explained(stderr: string, target?: Target): string {
  const reason = /Could not find denort.*/.exec(stderr)?.[0] ??
    /Setting up base binary\.\s+1: (.*)/.exec(stderr)?.[1];
  if (!reason) return stderr;
  const { triple } = target ? TARGETS[target] : { triple: Deno.build.target };
  return `Cannot compile: the base of the binary (Deno's denort for ${triple}) is missing.
  ${reason}
Deno downloads it from https://dl.deno.land/release/v${Deno.version.deno}/denort-${triple}.zip.
Without a connection to that host, unpack it elsewhere and name the file by DENORT_BIN.
On Linux \`deno task package\` makes a package that needs no base.
`;
}

async function runDeno(args: string[]): ReturnType<RunDeno> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0" },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

if (import.meta.main) {
  const [target] = Deno.args;
  if (target !== undefined && !Object.hasOwn(TARGETS, target)) {
    console.error(
      `Cannot compile for '${target}': choose one of ${Object.keys(TARGETS).join(", ")}`,
    );
    Deno.exit(2);
  }
  const output = join("deploy/bin", target ? `siradaki-${target}` : "siradaki");
  console.error(`Compiling ${output}. At first Deno downloads what it has not got for it...`);
  const { code, said } = await compile(output, target as Target | undefined);
  console.error(said.trimEnd());
  Deno.exit(code);
}
