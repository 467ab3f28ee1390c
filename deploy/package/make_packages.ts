// Makes the packages of one platform.
import denoJson from "../../deno.json" with { type: "json" };
import { cp } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { OLDEST_GLIBC, type Platform } from "./platforms.ts";
import { GUIDE, run, stage } from "./stage.ts";

interface PackageJob {
  /** The folder with the product, as `stage` made it. */
  home: string;
  folder: string;
  version: string;
  platform: Platform;
  /** The time that files in the package carry, in seconds since 1970. */
  date: number;
  /** How much time to spend on a small package: from 0, the quickest, to 9. */
  level: number;
}

const FILES = join(import.meta.dirname!, "debian");

/** Where the product is installed. The start script and the units name it too. */
const HOME = "usr/lib/siradaki";
const DOCUMENTS = "usr/share/doc/siradaki";
/** Not usr/lib: where /lib is no link to it, as on an Ubuntu that began as 18.04, Debian's tools look only here. */
const UNITS = "lib/systemd/system";

/** Files of deploy/package/debian by the place that they are installed at, with their modes. */
const INSTALLED: [file: string, path: string, mode: number][] = [
  ["command", "usr/bin/siradaki", 0o755],
  ["siradaki.service", `${UNITS}/siradaki.service`, 0o644],
  ["siradaki-backup.service", `${UNITS}/siradaki-backup.service`, 0o644],
  ["siradaki-backup.timer", `${UNITS}/siradaki-backup.timer`, 0o644],
  ["sandbox.conf", `${UNITS}/siradaki.service.d/sandbox.conf`, 0o644],
  ["sandbox.conf", `${UNITS}/siradaki-backup.service.d/sandbox.conf`, 0o644],
  ["settings.env", "usr/share/siradaki/settings.env", 0o644],
  ["siradaki.desktop", "usr/share/applications/siradaki.desktop", 0o644],
  ["copyright", `${DOCUMENTS}/copyright`, 0o644],
];
/** What Debian's package manager reads and runs, with their modes. */
const CONTROL: [file: string, mode: number][] = [
  ["postinst", 0o755],
  ["prerm", 0o755],
  ["postrm", 0o755],
  ["templates", 0o644],
];

/** Packs the folder, and returns the path of the Debian package. @throws Error if dpkg-deb is missing or fails */
export async function debianPackage(job: PackageJob): Promise<string> {
  const { home, folder, version, platform: { debian }, date, level } = job;
  const root = join(dirname(home), "debian");
  await cp(home, join(root, HOME), { recursive: true });
  await Deno.mkdir(join(root, DOCUMENTS), { recursive: true });
  await Deno.rename(join(root, HOME, GUIDE), join(root, DOCUMENTS, GUIDE));
  await Deno.mkdir(join(root, "DEBIAN"));
  for (const [file, path, mode] of INSTALLED) await install(file, join(root, path), mode);
  for (const [file, mode] of CONTROL) await install(file, join(root, "DEBIAN", file), mode);
  await Deno.writeTextFile(join(root, "DEBIAN/control"), await control(root, job));
  await Deno.chmod(join(root, "DEBIAN/control"), 0o644);
  await letFoldersBeRead(root);
  const path = join(folder, `siradaki_${version}_${debian}.deb`);
  await run("dpkg-deb", {
    args: ["--root-owner-group", "-Zxz", `-z${level}`, "--build", root, path],
    // The same files of the same date make the same package, by whichever account. A file that is newer gets this date.
    env: { SOURCE_DATE_EPOCH: String(date) },
  });
  await Deno.remove(root, { recursive: true });
  return path;
}

async function install(file: string, path: string, mode: number): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.copyFile(join(FILES, file), path);
  await Deno.chmod(path, mode);
}

async function control(root: string, { version, platform }: PackageJob): Promise<string> {
  const template = await Deno.readTextFile(join(FILES, "control"));
  return template.replace("{version}", version)
    .replace("{architecture}", platform.debian)
    .replace("{glibc}", OLDEST_GLIBC)
    .replace("{kilobytes}", String(Math.ceil(await bytesUnder(root) / 1024)));
}

async function bytesUnder(folder: string): Promise<number> {
  let sum = 0;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    sum += isDirectory ? await bytesUnder(path) : (await Deno.stat(path)).size;
  }
  return sum;
}

/** Whatever the account that packs has as its umask. */
async function letFoldersBeRead(folder: string): Promise<void> {
  await Deno.chmod(folder, 0o755);
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) await letFoldersBeRead(join(folder, name));
  }
}

/** Packs the folder, and returns the path of the tarball. @throws Error if tar or xz is missing or fails */
export async function tarball(job: PackageJob): Promise<string> {
  const { home, folder, version, platform: { arch }, level } = job;
  const path = join(folder, `siradaki-${version}-linux-${arch}.tar.xz`);
  await run("tar", {
    args: [
      ...["--create", "--file", path, `--use-compress-program=xz -${level} -T0`],
      // The same files of the same date make the same tarball, by whichever account.
      ...["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${job.date}`],
      ...["--directory", dirname(home), basename(home)],
    ],
  });
  return path;
}

interface PackageOptions {
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
