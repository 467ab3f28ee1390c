// Opening songs: never outside of the folder (docs/library.md#the-folder).
import { strict as assert } from "node:assert";
import { dirname, join } from "node:path";
import { mp3, wav } from "../support/music/audio_files.ts";
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
  const module = new URL("../../server/library/folder.ts", import.meta.url).href;
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
