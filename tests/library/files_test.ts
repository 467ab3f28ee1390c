// Opening songs and covers: never outside of the folder (docs/library.md#the-folder).
import { strict as assert } from "node:assert";
import { dirname, join } from "node:path";
import { jpeg, mp3, png, wav } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";

Deno.test("a song's file is opened with its size, date and type", async () => {
  await using app = await libraryApp();
  const at = app.clock.now() - 5_000;
  await app.put("Klasör/a.mp3", mp3(), at);
  await app.pass();
  const opened = (await app.deps.library.open(await app.idOf("a")))!;
  using _file = opened.file;
  const { size, modifiedAt, type } = opened;
  assert.deepEqual({ size, modifiedAt, type }, {
    size: mp3().length,
    modifiedAt: at,
    type: "audio/mpeg",
  });
});

Deno.test("a file that is missing, or has become a link out of the folder or a folder, is not opened", async () => {
  await using app = await libraryApp();
  const { library } = app.deps;
  const outside = await Deno.makeTempFile();
  for (const name of ["a", "b", "c"]) await app.put(`${name}/${name}.wav`);
  await app.pass();
  const [a, b, c] = await Promise.all(["a", "b", "c"].map(app.idOf));
  await Deno.remove(join(app.root, "a/a.wav"));
  await Deno.symlink(outside, join(app.root, "a/a.wav"));
  await Deno.remove(join(app.root, "b/b.wav"));
  await Deno.mkdir(join(app.root, "b/b.wav"));
  await Deno.remove(join(app.root, "c"), { recursive: true });
  await Deno.symlink(dirname(outside), join(app.root, "c"));
  for (const id of [a!, b!, c!, 999]) assert.equal(await library.open(id), undefined);
  await Deno.remove(outside);
});

Deno.test("a song is opened also if MUSIC_DIR is a link, with no permission but for that link", async () => {
  await using app = await libraryApp();
  await app.put("a.wav");
  const link = `${app.root}-link`;
  await Deno.symlink(app.root, link);
  const script = await Deno.makeTempFile({ suffix: ".ts" });
  const module = new URL("../../server/library/open_file.ts", import.meta.url).href;
  await Deno.writeTextFile(
    script,
    `import { openSong } from "${module}";
    const { file, size } = await openSong("${link}", "a.wav");
    console.log(size, await file.read(new Uint8Array(4)));`,
  );
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--no-check", `--allow-read=${link}`, script],
  }).output();
  const text = new TextDecoder();
  assert.equal(text.decode(stderr), "");
  assert.equal(text.decode(stdout), `${wav().length} 4\n`);
  await Deno.remove(script);
  await Deno.remove(link);
});

Deno.test("GET /api/library/covers answers the front cover of the tags, for a day, and 304 to a client that has it", async () => {
  await using app = await libraryApp();
  const front = png(500);
  await app.put("a.mp3", mp3({ id3: { pictures: [[4, png(20)], [3, front]] } }));
  await app.pass();
  const path = `/api/library/covers/${await app.idOf("a")}`;
  const response = await app.fetch(path);
  assert.deepEqual(new Uint8Array(await response.arrayBuffer()), front);
  const { headers } = response;
  assert.deepEqual(
    ["content-type", "cache-control", "x-content-type-options"].map((name) => headers.get(name)),
    ["image/png", "public, max-age=86400", "nosniff"],
  );
  const again = await app.fetch(path, { headers: { "if-none-match": headers.get("etag")! } });
  assert.equal(again.status, 304);
});

Deno.test("GET /api/library/covers answers the picture beside a song without one of its own", async () => {
  await using app = await libraryApp();
  await app.put("a/a.wav");
  await app.put("a/folder.jpg", jpeg());
  await app.pass();
  const response = await app.fetch(`/api/library/covers/${await app.idOf("a")}`);
  assert.equal(response.headers.get("content-type"), "image/jpeg");
  assert.deepEqual(new Uint8Array(await response.arrayBuffer()), jpeg());
});

Deno.test("GET /api/library/covers is 404 for a song without one, what is no picture, and what is no id", async () => {
  await using app = await libraryApp();
  await app.put("a.wav");
  await app.put("b.mp3", mp3({ id3: { pictures: [[3, new TextEncoder().encode("<svg/>")]] } }));
  await app.put("c/c.mp3", mp3());
  await app.put("c/cover.png", new TextEncoder().encode("<svg/>"));
  await app.put("d.mp3", mp3({ id3: { pictures: [[3, png(6 * 1024 * 1024)]] } }));
  await app.pass();
  const ids = await Promise.all(["a", "b", "c", "d"].map(app.idOf));
  for (const id of [...ids, 0, 999, "-1", "1.5", "a", "1e3", "9".repeat(40)]) {
    const response = await app.fetch(`/api/library/covers/${id}`);
    assert.equal(response.status, 404, String(id));
    assert.deepEqual(await response.json(), { msg: "Bu şarkının dosyası bulunamadı." });
  }
});

Deno.test("a cover that a link leads to is not read", async () => {
  await using app = await libraryApp();
  const outside = await Deno.makeTempFile();
  await Deno.writeFile(outside, png());
  await app.put("a/a.wav");
  await app.put("a/cover.png", png(300));
  await app.pass();
  const id = await app.idOf("a");
  await Deno.remove(join(app.root, "a/cover.png"));
  await Deno.symlink(outside, join(app.root, "a/cover.png"));
  assert.equal(await app.deps.library.readCover(id), undefined);
  await Deno.remove(outside);
});
