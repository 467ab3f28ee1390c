// Makes the packages of one platform.
import { join } from "node:path";
import denoJson from "../../deno.json" with { type: "json" };
import { debianPackage } from "./debian.ts";
import type { Platform } from "./platforms.ts";
import { stage } from "./stage.ts";
import { tarball } from "./tarball.ts";

export interface PackageOptions {
  /** By default that of deno.json. */
  version?: string;
  /** How much time to spend on small packages: from 0, the quickest, to 9. */
  level?: number;
}

/**
 * Makes the tarball and the Debian package in `folder` from what is built, and returns their paths.
 * @throws Error if a program that it needs is missing, or a part of the package cannot be had
 */
export async function makePackages(
  folder: string,
  platform: Platform,
  { version = denoJson.version, level = 6 }: PackageOptions = {},
): Promise<{ tarball: string; debian: string }> {
  const work = await Deno.makeTempDir({ prefix: "siradaki-package-" });
  try {
    const home = join(work, `siradaki-${version}`);
    await stage(home, platform);
    const job = { home, folder, version, platform, level, date: packageDate() };
    return { tarball: await tarball(job), debian: await debianPackage(job) };
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** Now, or the time that SOURCE_DATE_EPOCH sets, in seconds since 1970. With it, the same files make the same packages. */
function packageDate(): number {
  return Number(Deno.env.get("SOURCE_DATE_EPOCH") || Math.floor(Date.now() / 1000));
}
