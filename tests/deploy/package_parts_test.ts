// What a package is made from and how it is packed: hashes, dates, and the places that Debian looks at.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { debianPackage, tarball } from "../../deploy/package/make_packages.ts";
import { installModules } from "../../deploy/package/stage.ts";
import { PLATFORMS } from "../../deploy/package/platforms.ts";
import { testWith } from "../support/start/programs.ts";
import { run, temporary } from "./box/packaged.ts";

const ROOT = join(import.meta.dirname!, "../..");
const platform = PLATFORMS.find(({ cpu }) => cpu === Deno.build.arch)!;

Deno.test("a package of Deno whose hash is not the pinned one is refused", async () => {
  await using folder = await temporary();
  const [first] = PLATFORMS.filter(({ arch }) => arch !== platform.arch);
  const deno = { ...platform.deno, integrity: first!.deno.integrity };
  await assert.rejects(
    installModules(folder.path, ROOT, { ...platform, deno }),
    /Cannot package @deno\/linux-\w+-glibc@.*: its hash is not the pinned one/,
  );
});

const PACKINGS: [what: string, pack: typeof tarball, programs: string[]][] = [
  ["tarball", tarball, ["tar", "xz"]],
  ["Debian package", debianPackage, ["dpkg-deb"]],
];

for (const [what, pack, programs] of PACKINGS) {
  const name = `the same files of the same date make the same ${what}, whenever they were written`;
  testWith(programs, name, async () => {
    await using folder = await temporary();
    const made: Uint8Array[] = [];
    for (const [run, modified] of [2_000_000_000, 1_900_000_000].entries()) {
      const home = join(folder.path, String(run), "siradaki-0.0.1");
      await Deno.mkdir(home, { recursive: true });
      // `stage` sets modes too. The process has a private umask while another test of it opens a database.
      await Deno.chmod(home, 0o755);
      for (const name of ["kilavuz.html", "siradaki"]) {
        await Deno.writeTextFile(join(home, name), name);
        await Deno.chmod(join(home, name), 0o644);
        await Deno.utime(join(home, name), modified, modified);
      }
      const path = await pack({
        ...{ home, folder: join(folder.path, String(run)), version: "0.0.1", platform },
        ...{ date: 1_700_000_000, level: 0 },
      });
      made.push(Deno.readFileSync(path));
    }
    assert.deepEqual(made[0], made[1]);
  });
}

const UNITS = "units are where Debian's tools looked for them too before /lib was a link";
testWith(["dpkg-deb"], UNITS, async () => {
  await using folder = await temporary();
  const home = join(folder.path, "siradaki-0.0.1");
  await Deno.mkdir(home);
  await Deno.writeTextFile(join(home, "kilavuz.html"), "");
  const job = { home, folder: folder.path, version: "0.0.1", platform, date: 0, level: 0 };
  const listed = await run(["dpkg-deb", "--contents", await debianPackage(job)]);
  for (const name of ["siradaki.service", "siradaki-backup.service", "siradaki-backup.timer"]) {
    assert.match(listed, new RegExp(` \\./lib/systemd/system/${name}$`, "m"));
  }
  assert.doesNotMatch(listed, /usr\/lib\/systemd/);
});
