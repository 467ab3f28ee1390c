// The package for any Linux: a folder to unpack and start from.
import { basename, dirname, join } from "node:path";
import type { PackageJob } from "./package_job.ts";
import { run } from "./run.ts";

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
