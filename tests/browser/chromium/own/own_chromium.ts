// The Chromium that the tests bring: a headless shell for Linux on x86-64, with the libraries and the fonts that it needs,
// so that it runs and draws alike on a machine that has none.
import { join } from "node:path";
import { installed, runDeno } from "../../../support/start/own_packages.ts";
import packages from "./deno.json" with { type: "json" };

const HERE = import.meta.dirname!;
const MODULES = join(HERE, "node_modules");
/** Chromium itself, and NSS, NSPR and expat. What it draws with without a graphics card is not unpacked: no page needs it. */
const ARCHIVES = ["chromium.br", "al2023.tar.br"]
  .map((name) => join(MODULES, "@sparticuz/chromium/bin", name));
/** Another version is unpacked into a folder of its own. */
const UNPACKED = join(
  MODULES,
  `.chromium-${packages.imports["@sparticuz/chromium"].split("@")[2]}`,
);

/** Whether there is one for this machine. */
export const HAS_OWN = Deno.build.os === "linux" && Deno.build.arch === "x86_64";

/** The path of the browser, which is installed first if it is missing, and the environment that it needs. */
export async function ownChromium(): Promise<{ path: string; env: Record<string, string> }> {
  const path = await installed(HERE, findUnpacked, unpack);
  return {
    path,
    env: {
      LD_LIBRARY_PATH: join(UNPACKED, "al2023/lib"),
      FONTCONFIG_FILE: join(HERE, "fonts.conf"),
    },
  };
}

function findUnpacked(): string {
  const path = join(UNPACKED, "chromium");
  Deno.statSync(path);
  return path;
}

/** The folder gets its name once it is whole: what an interrupted run leaves behind is unpacked anew. */
async function unpack(): Promise<void> {
  const partial = `${UNPACKED}.partial`;
  await Deno.remove(partial, { recursive: true }).catch(() => {});
  await Deno.mkdir(partial);
  await runDeno(HERE, ["run", "-A", "unpack.ts", ...ARCHIVES], { TMPDIR: partial });
  await Deno.rename(partial, UNPACKED);
}
