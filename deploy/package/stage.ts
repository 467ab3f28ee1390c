// The folder that a package unpacks to: Deno, the built product, its npm packages, the start script and the guide.
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../build/part.ts";
import { guideHtml } from "./guide.ts";
import { installModules } from "./modules.ts";
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
