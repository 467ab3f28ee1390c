// `deno task package [x64|arm64]`: makes the packages for the cafe's own computer, of one platform or of all.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { ROOT } from "../build/part.ts";
import { makePackages } from "./make_packages.ts";
import { PLATFORMS } from "./platforms.ts";

const FOLDER = join(ROOT, "deploy/packages");

const [named] = Deno.args;
const platforms = PLATFORMS.filter(({ arch }) => named === undefined || arch === named);
if (platforms.length === 0) {
  const names = PLATFORMS.map(({ arch }) => arch).join(", ");
  console.error(`Cannot package for '${named}': choose one of ${names}`);
  Deno.exit(2);
}
await Deno.mkdir(FOLDER, { recursive: true });
for (const platform of platforms) {
  console.error(`Packaging for ${platform.arch}. Compressing takes a minute or two...`);
  const { tarball, debian } = await makePackages(FOLDER, platform);
  for (const path of [tarball, debian]) {
    console.log(`${path}  ${((await Deno.stat(path)).size / 1e6).toFixed(1)} MB`);
  }
}
await writeSums();

/** Lets who downloads a package check it: sha256sum --check SHA256SUMS */
async function writeSums(): Promise<void> {
  const names = [...Deno.readDirSync(FOLDER)].map(({ name }) => name)
    .filter((name) => /\.(deb|tar\.xz)$/.test(name)).sort();
  const lines = names.map((name) => `${sumOf(join(FOLDER, name))}  ${name}\n`);
  await Deno.writeTextFile(join(FOLDER, "SHA256SUMS"), lines.join(""));
}

function sumOf(path: string): string {
  return createHash("sha256").update(Deno.readFileSync(path)).digest("hex");
}
