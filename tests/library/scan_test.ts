// Reading the folder: what becomes a song, and what is skipped (docs/library.md#reading-the-folder).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { SKIP_REASONS } from "../../server/library/folder.ts";
import { readFile } from "../../server/library/read_file.ts";
import { concat, flac, id3Header, jpeg, mp3, mp4, png, wav } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";
import { seeded } from "../support/random.ts";

/** Larger than tags may be. */
const BIG = 17 * 1024 * 1024;

Deno.test("the files of a folder become songs, with what their tags and their paths say", async () => {
  await using app = await libraryApp();
  await app.put("bir.wav", wav({ info: { INAM: "Kuzu Kuzu", IART: "Tarkan", IPRD: "Karma" } }));
  await app.put("Barış Manço/Mançoloji/03 Dönence.mp3", mp3({ seconds: 3 }));
  await app.put("iki.flac", flac({ comments: ["TITLE=Yolla", "ARTIST=Tarkan", "ALBUM=10"] }));
  await app.put("Duman - Aman Aman.wav", wav());
  await app.pass();
  const { library } = app.deps;
  const songs = await Promise.all([4, 3, 2, 1].map(async (id) => (await library.find(id))!));
  assert.deepEqual(
    songs.map(({ title, artist, album, extension }) => [title, artist, album, extension]).sort(),
    [
      ["Aman Aman", "Duman", "", "wav"],
      ["Dönence", "Barış Manço", "Mançoloji", "mp3"],
      ["Kuzu Kuzu", "Tarkan", "Karma", "wav"],
      ["Yolla", "Tarkan", "10", "flac"],
    ],
  );
  const donence = songs.find(({ title }) => title === "Dönence")!;
  assert.ok(Math.abs(donence.durationMs - 3_000) < 100, `${donence.durationMs}`);
  assert.deepEqual(await library.status(), { songs: 4, scanning: null, skipped: [] });
});

Deno.test("each kind of file that is no song is listed with its reason, and files that are no audio are not", async () => {
  await using app = await libraryApp();
  const outside = await Deno.makeTempDir();
  // Of some seeds a few bytes look like a frame.
  const { upTo } = seeded(1);
  await Deno.writeFile(join(outside, "b.wav"), wav());
  await app.put("a/song.wav");
  await app.put("a/.gizli.wav");
  await app.put("boş.mp3", new Uint8Array());
  await app.put("bozuk.mp3", Uint8Array.from({ length: 20_000 }, () => upTo(256)));
  await app.put("yazı.ogg", new TextEncoder().encode("Bu bir yazı. ".repeat(1_000)));
  await app.put("kısa.wav", wav({ seconds: 0.5 }));
  await app.put("elma.m4a", mp4("alac"));
  await app.put("armut.m4a", mp4("mp4a"));
  await app.put("pencere.wma", new Uint8Array(2_000));
  // No song by its name, and no word of the language either.
  await app.put("a.constructor", new Uint8Array(2_000));
  await app.put("kapaklar.flac", flac({ pictures: Array(3).fill(png(12 * 1024 * 1024)) }));
  await app.put("kapak.mp3", concat(id3Header(BIG), new Uint8Array(BIG), mp3()));
  await app.put("büyük.wav");
  await Deno.truncate(join(app.root, "büyük.wav"), 501 * 1024 * 1024);
  for (
    const name of ["cover.jpg", "liste.m3u", "oku.txt", ".DS_Store", "a.constructor", "b.__proto__"]
  ) {
    await app.put(name, jpeg());
  }
  await Deno.symlink(join(outside, "b.wav"), join(app.root, "link.wav"));
  await Deno.symlink(outside, join(app.root, "klasör"));
  await Deno.symlink("/dev/null", join(app.root, "link.txt"));
  await app.pass();
  assert.deepEqual((await app.titles()).sort(), ["armut", "song"]);
  assert.deepEqual(await app.skipped(), {
    "a/.gizli.wav": SKIP_REASONS.hidden,
    "boş.mp3": SKIP_REASONS.empty,
    "bozuk.mp3": SKIP_REASONS.broken,
    "büyük.wav": SKIP_REASONS.huge,
    "elma.m4a": SKIP_REASONS.alac,
    "kapak.mp3": SKIP_REASONS.big_tags,
    "kapaklar.flac": SKIP_REASONS.big_tags,
    "klasör": SKIP_REASONS.link,
    "kısa.wav": SKIP_REASONS.short,
    "link.wav": SKIP_REASONS.link,
    "pencere.wma": SKIP_REASONS.format,
    "yazı.ogg": SKIP_REASONS.broken,
  });
  await Deno.remove(outside, { recursive: true });
});

Deno.test("a file whose name is not UTF-8 is listed as such", async () => {
  await using app = await libraryApp();
  const { success } = await new Deno.Command("sh", {
    cwd: app.root,
    args: ["-c", "printf x > \"$(printf '\\376.mp3')\""],
  }).output();
  assert.ok(success);
  await app.pass();
  assert.deepEqual(await app.skipped(), { "\uFFFD.mp3": SKIP_REASONS.name });
});

Deno.test("a folder whose name is not UTF-8 is listed as such, and the others are read", async () => {
  await using app = await libraryApp();
  const { success } = await new Deno.Command("sh", {
    cwd: app.root,
    args: ["-c", 'd="$(printf \'T\\374rk\\347e\')"; mkdir "$d"; printf x > "$d/a.mp3"'],
  }).output();
  assert.ok(success);
  await app.put("b.wav");
  await app.pass();
  assert.deepEqual(await app.titles(), ["b"]);
  assert.deepEqual(await app.skipped(), { "T\uFFFDrk\uFFFDe": SKIP_REASONS.folder_name });
  await app.pass();
  assert.deepEqual(Object.keys(await app.skipped()), ["T\uFFFDrk\uFFFDe"]);
});

Deno.test("what a Mac keeps beside each file is left out without a word", async () => {
  await using app = await libraryApp();
  await app.put("a.wav");
  await app.put("._a.wav", new Uint8Array(4_096));
  await app.put("b/._c.mp3", new Uint8Array(4_096));
  await app.pass();
  assert.deepEqual([await app.titles(), await app.skipped()], [["a"], {}]);
});

// Why a file that was found cannot be read (docs/library.md#skipped-files).

const FOUND = { path: "silindi.mp3", size: 1_000, modifiedAt: 0, changedAt: 0 };

Deno.test("a file that was deleted after it was found counts as broken, and not as one with large tags", async () => {
  const root = await Deno.makeTempDir();
  const { signal } = new AbortController();
  assert.deepEqual(await readFile(root, FOUND, { isCovered: false, signal }), { why: "broken" });
  await Deno.remove(root);
});

// Reading the folder at once, beside the regular looks (docs/library.md#reading-the-folder).

Deno.test("readNow reads new files without a rest, each of them once, also while a look waits for them to rest", async () => {
  await using app = await libraryApp();
  const { library } = app.deps;
  await app.put("a.wav", wav(), app.clock.now());
  await app.pass(0);
  assert.deepEqual((await library.status()).scanning, { done: 0, total: 1 });
  await app.put("b.wav", wav(), app.clock.now());
  await library.readNow();
  assert.deepEqual(await library.status(), { songs: 2, scanning: null, skipped: [] });
  await app.put("a.wav", wav({ info: { INAM: "Yeni Ad" } }), app.clock.now());
  await app.pass(5_000);
  assert.deepEqual(await app.titles(), ["a", "b"]);
  await app.pass();
  assert.deepEqual(await app.titles(), ["Yeni Ad", "b"]);
});

Deno.test("readNow of a folder that is not there ends without songs", async () => {
  const root = join(await Deno.makeTempDir(), "music");
  await using app = await libraryApp({ root });
  await app.deps.library.readNow();
  assert.deepEqual(await app.deps.library.status(), { songs: 0, scanning: null, skipped: [] });
});
