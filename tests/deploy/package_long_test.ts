// The packages for the cafe's own computer: what is in them, and that it runs. debian_package_long_test.ts installs one.
import { strict as assert } from "node:assert";
import { basename, join } from "node:path";
import denoJson from "../../deno.json" with { type: "json" };
import { OLDEST_GLIBC, PLATFORMS } from "../../deploy/package/platforms.ts";
import { lazy } from "../../server/once.ts";
import { run, serveAnEvening, unpacked } from "./box/packaged.ts";

const platform = PLATFORMS.find(({ cpu }) => cpu === Deno.build.arch)!;
const packages = lazy(() => unpacked(platform));

Deno.test.afterAll(async () => Deno.remove((await packages()).folder, { recursive: true }));

Deno.test("the packages carry the version and the platform in their names and in Debian's description", async () => {
  const { debian, tarball } = await packages();
  const { version } = denoJson;
  assert.equal(basename(debian), `siradaki_${version}_${platform.debian}.deb`);
  assert.equal(basename(tarball), `siradaki-${version}-linux-${platform.arch}.tar.xz`);
  const fields = await run(["dpkg-deb", "--field", debian]);
  assert.match(fields, new RegExp(`^Version: ${version}$`, "m"));
  assert.match(fields, new RegExp(`^Architecture: ${platform.debian}$`, "m"));
  assert.match(fields, /^Depends: libc6 \(>= 2\.27\), /m);
  // An older one ignores the sandbox's groups of system calls, so that the service may make none.
  assert.match(fields, /^Breaks: systemd \(<< 239\)$/m);
  assert.match(fields, /^Installed-Size: \d{5,6}$/m);
});

Deno.test("the tarball is one folder with what the Debian package installs, and the start script on top", async () => {
  const { tarball, home, documents } = await packages();
  const listed = (await run(["tar", "--list", "--file", tarball])).split("\n")
    .filter((path) => !path.endsWith("/"));
  const top = `siradaki-${denoJson.version}/`;
  assert.deepEqual(
    listed.map((path) => path.slice(top.length)).sort(),
    [...filesUnder(home), "kilavuz.html"].sort(),
  );
  assert.ok(listed.every((path) => path.startsWith(top)));
  assert.match(Deno.readTextFileSync(join(documents, "kilavuz.html")), /<html lang="tr">/);
  for (const name of ["siradaki", "deno", "LICENSE", "OFL.txt"]) {
    assert.ok(listed.includes(top + name), name);
  }
});

Deno.test("a package has no drivers for another C library, no source maps, no types and no links, and every account may read it", async () => {
  const { home } = await packages();
  const files = [...filesUnder(home)];
  assert.deepEqual(files.filter((path) => /musl|\.map$|\.d\.[mc]?ts$/.test(path)), []);
  for (const path of files) {
    const { mode, isSymlink } = Deno.lstatSync(join(home, path));
    assert.ok(!isSymlink && (mode! & 0o444) === 0o444, path);
  }
  const programs = files.filter((path) => (Deno.statSync(join(home, path)).mode! & 0o111) !== 0);
  assert.deepEqual(programs.sort(), ["deno", "siradaki"]);
});

Deno.test("a package has the licences of what is inside", async () => {
  const { home } = await packages();
  const read = (path: string) => Deno.readTextFileSync(join(home, path));
  assert.match(read("server/dist/licences.md"), /^## hono\b/m);
  assert.match(read("client/dist/.vite/panel_licences.md"), /^## @tanstack\/react-router\b/m);
  assert.match(read("client/dist/.vite/islands_licences.md"), /^## react-dom\b/m);
});

Deno.test("nothing in a package needs a newer C library than its dependency says", async () => {
  const { home } = await packages();
  const native = [...filesUnder(home)].filter((path) => path === "deno" || path.endsWith(".node"));
  assert.equal(native.length, 2);
  for (const path of native) {
    const text = new TextDecoder("latin1").decode(Deno.readFileSync(join(home, path)));
    const versions = [...text.matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));
    assert.ok(
      Math.max(...versions) <= Number(OLDEST_GLIBC.split(".")[1]),
      `${path}: 2.${Math.max(...versions)}`,
    );
  }
});

Deno.test("the start script serves as an account that owns only the data folder, and its commands back up and restore", async () => {
  await serveAnEvening(await packages());
});

function* filesUnder(folder: string, below = ""): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(join(folder, below))) {
    const path = join(below, name);
    if (isDirectory) yield* filesUnder(folder, path);
    else yield path;
  }
}

Deno.test("seed finds its tunes in a package", async () => {
  const { folder, home } = await packages();
  const data = join(folder, "demo");
  await run([join(home, "siradaki"), "seed"], { DATA_DIR: data });
  assert.equal([...Deno.readDirSync(join(data, "music"))].length, 6);
});
