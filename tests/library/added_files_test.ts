// POST /api/library/files: files that an owner adds from the panel (docs/library.md#adding-files).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { MAX_ADDED_BYTES } from "../../server/contract/music.ts";
import { cleanName } from "../../server/library/add_file.ts";
import { SKIP_REASONS } from "../../server/library/folder.ts";
import { mp3, wav } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";
import { createOwnerWithPassword, deleteAccount } from "../support/people/accounts.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { collectLog } from "../support/start/collected_log.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const SONG = mp3({ id3: { texts: { TIT2: "Gülümse", TPE1: "Sezen Aksu" } } });

Deno.test("a file that is added is a song at once, under its own name, and nothing else is left", async () => {
  await using app = await testApp();
  const owner = await ownerWithFolder(app);
  const { status, body } = await add(app, owner, "../Müzik/Gülümse.mp3", SONG);
  assert.deepEqual([status, body], [201, { file: "Gülümse.mp3" }]);
  assert.deepEqual(await Deno.readFile(join(folderOf(app), "Gülümse.mp3")), SONG);
  assert.deepEqual(filesIn(join(folderOf(app), ".arriving")), []);
  const { songs, canAdd, folder } = await get(app, owner, "/api/library");
  assert.deepEqual({ songs, canAdd, folder }, { songs: 1, canAdd: true, folder: folderOf(app) });
  const listed = await get(app, owner, "/api/library/songs");
  assert.equal(listed.next, null);
  assert.deepEqual(
    listed.songs.map(({ title, artist }: Record<string, string>) => [title, artist]),
    [["Gülümse", "Sezen Aksu"]],
  );
});

Deno.test("no file is replaced, also by one that arrives meanwhile", async () => {
  await using app = await testApp();
  const owner = await ownerWithFolder(app);
  const taken = {
    status: 409,
    body: { msg: "Klasörde 'a.wav' adında bir dosya zaten var.", code: "file_exists" },
  };
  const answers = await Promise.all(
    [1, 2].map((seconds) => add(app, owner, "a.wav", wav({ seconds }))),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
  const before = await Deno.readFile(join(folderOf(app), "a.wav"));
  assert.deepEqual(await add(app, owner, "a.wav", wav({ seconds: 3 })), taken);
  assert.deepEqual(await Deno.readFile(join(folderOf(app), "a.wav")), before);
});

Deno.test("what is no audio by its name or by what it holds is refused with the reason, and leaves nothing", async () => {
  await using app = await testApp();
  const owner = await ownerWithFolder(app);
  const page = new TextEncoder().encode("<script>alert(1)</script>".repeat(200));
  const notAudio =
    "Bu bir müzik dosyası değil. MP3, M4A, AAC, FLAC, OGG, Opus, WAV ve WebM eklenebilir.";
  for (
    const [name, bytes, msg] of [
      ["liste.html", page, notAudio],
      ["", SONG, notAudio],
      ["a".repeat(300), SONG, notAudio],
      ["şarkı", SONG, notAudio],
      ["şarkı.wma", Uint8Array.of(0x30, 0x26, 0xb2, 0x75, ...page), SKIP_REASONS.format],
      ["şarkı.mp3", page, "Dosya bozuk veya bir ses dosyası değil."],
      ["kısa.wav", wav({ seconds: 0.5 }), "Kayıt bir saniyeden kısa."],
      ["boş.mp3", new Uint8Array(), "Dosya boş."],
    ] as const
  ) {
    assert.deepEqual(await add(app, owner, name, bytes), {
      status: 415,
      body: { msg, code: "not_audio" },
    }, name);
  }
  assert.deepEqual(filesIn(folderOf(app)), [".arriving"]);
  assert.deepEqual(filesIn(join(folderOf(app), ".arriving")), []);
});

Deno.test("a file of more than 200 MB is refused, whether or not it says so, and one that breaks off leaves nothing", async () => {
  await using app = await testApp();
  const owner = await ownerWithFolder(app);
  const long = { "content-length": String(MAX_ADDED_BYTES + 1) };
  assert.equal((await add(app, owner, "a.wav", wav(), long)).status, 413);
  const mega = new Uint8Array(1024 * 1024);
  let sent = 0;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      sent += mega.length;
      controller.enqueue(mega);
    },
  });
  assert.equal((await add(app, owner, "a.wav", endless)).status, 413);
  assert.ok(sent < MAX_ADDED_BYTES + 10 * mega.length);
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.error(new Error("gone")),
  });
  assert.equal((await add(app, owner, "a.wav", broken)).status, 400);
  assert.deepEqual(filesIn(join(folderOf(app), ".arriving")), []);
});

Deno.test("only the cafe that the folder belongs to adds files, and none to a folder that MUSIC_DIR names", async () => {
  await using app = await testApp();
  await ownerWithFolder(app);
  const other = await createOwner(app.deps);
  assert.equal((await add(app, other, "a.wav", wav())).status, 409);
  await using named = await libraryApp();
  const owner = await createOwner(named.deps);
  await named.deps.library.take(owner.ownerId);
  const { status, body } = await add(named, owner, "a.wav", wav());
  assert.equal(status, 409);
  assert.match(body.msg, /^Bu klasöre buradan dosya eklenemiyor\./);
  assert.equal((await get(named, owner, "/api/library")).canAdd, false);
});

Deno.test("an owner who has not chosen the free folder is told to, and one whose folder is another cafe's is not", async () => {
  await using app = await testApp();
  await Deno.mkdir(folderOf(app), { recursive: true });
  const owner = await createOwner(app.deps);
  const free = await add(app, owner, "a.wav", wav());
  assert.deepEqual([free.status, free.body.code], [409, "source_not_ready"]);
  assert.match(free.body.msg, /^Dosya eklemek için önce müzik kaynağı olarak/);
  await app.deps.library.take((await createOwner(app.deps)).ownerId);
  assert.match((await add(app, owner, "a.wav", wav())).body.msg, /kuran kişiye haber verin/);
});

Deno.test("a name of more than 255 letters is cut, and the song is added", async () => {
  await using app = await testApp();
  const owner = await ownerWithFolder(app);
  const { status, body } = await add(app, owner, `${"a".repeat(300)}.mp3`, SONG);
  assert.deepEqual([status, body.file], [201, `${"a".repeat(100)}.mp3`]);
});

Deno.test("a folder of the program's own that cannot be made is named in the log", async () => {
  await using log = await collectLog("warn");
  await using app = await testApp();
  await Deno.writeTextFile(folderOf(app), "no folder");
  await app.deps.library.start().stop();
  assert.ok(
    log.lines.some((line) => line.includes(`The music folder ${folderOf(app)} cannot be made`)),
  );
});

Deno.test("what an earlier process was writing when it ended is removed at the start, and the folder is made", async () => {
  await using app = await testApp();
  const { library } = app.deps;
  await Deno.mkdir(join(folderOf(app), ".arriving"), { recursive: true });
  await Deno.writeTextFile(join(folderOf(app), ".arriving/x.mp3"), "half");
  await library.start().stop();
  assert.deepEqual(filesIn(folderOf(app)), []);
  await using fresh = await testApp();
  assert.equal(fresh.deps.library.isSetUp, false);
  await fresh.deps.library.start().stop();
  assert.equal(fresh.deps.library.isSetUp, true);
});

Deno.test("names are cleaned of what leads elsewhere or cannot be read", () => {
  for (
    const [sent, kept] of [
      ["Gülümse.mp3", "Gülümse.mp3"],
      ["C:\\Müzik\\a.mp3", "a.mp3"],
      ["../../etc/passwd", "passwd"],
      [".gizli.mp3", "gizli.mp3"],
      ["..", "Şarkı"],
      ["a\u202Egpm.mp3", "a gpm.mp3"],
      ["a\0b\n.mp3", "a b.mp3"],
      ['<a>:"|?*.mp3', "a.mp3"],
      ["CON.mp3", "CON_.mp3"],
      ["son. .mp3", "son.mp3"],
      [`${"ş".repeat(300)}.mp3`, `${"ş".repeat(100)}.mp3`],
      // 250 bytes of three each, with the end of the name.
      [`${"เ".repeat(100)}.flac`, `${"เ".repeat(83)}.flac`],
      [`${"🎵".repeat(100)}.mp3`, `${"🎵".repeat(62)}.mp3`],
      [`a.${"x".repeat(300)}`, `Şarkı.${"x".repeat(300)}`],
      // In bytes a name with its end is at most 255 long.
      [`${"เ".repeat(100)}.flac`, `${"เ".repeat(83)}.flac`],
      [`${"🎵".repeat(100)}.mp3`, `${"🎵".repeat(62)}.mp3`],
      [`a.${"x".repeat(300)}`, `Şarkı.${"x".repeat(300)}`],
      ["i\u0307stanbul.mp3", "i̇stanbul.mp3"],
    ] as const
  ) {
    assert.equal(cleanName(sent), kept);
  }
});

Deno.test("the files of a deleted account are moved to where no later cafe finds them, as the panel and the export said", async () => {
  await using app = await testApp();
  const owner = await ownerWithFolder(app, await createOwnerWithPassword(app));
  await add(app, owner, "Gülümse.mp3", SONG);
  const movedTo = join(app.deps.config.dataDir, "removed-music");
  const { onDeletion } = await get(app, owner, "/api/library");
  assert.deepEqual(onDeletion, { movedTo });
  const { ownFiles } = await get(app, owner, "/api/account/export");
  assert.deepEqual(ownFiles, { folder: folderOf(app), songs: 1, movedOnDeletionTo: movedTo });

  assert.equal((await deleteAccount(app, owner.token)).status, 204);
  const [name] = filesIn(movedTo);
  assert.match(name!, new RegExp(`^\\d{4}-\\d\\d-\\d\\d_${owner.ownerId}$`));
  assert.deepEqual(await Deno.readFile(join(movedTo, name!, "Gülümse.mp3")), SONG);
  assert.deepEqual(filesIn(folderOf(app)), []);

  const next = await ownerWithFolder(app);
  await app.deps.library.idle();
  assert.equal((await get(app, next, "/api/library")).songs, 0);
  assert.deepEqual((await get(app, next, "/api/library/songs")).songs, []);
  assert.deepEqual(await app.deps.library.search("gülümse", 5), []);
  // It can add the same song, which is then its own.
  assert.equal((await add(app, next, "Gülümse.mp3", SONG)).status, 201);
  assert.equal((await get(app, next, "/api/library")).songs, 1);
});

Deno.test("the files stay if another cafe goes on with the folder, or MUSIC_DIR names it, and of another account nothing is moved", async () => {
  await using shared = await testApp({ MUSIC_CAFES: "all" });
  const first = await ownerWithFolder(shared, await createOwnerWithPassword(shared));
  await add(shared, first, "Gülümse.mp3", SONG);
  assert.deepEqual((await get(shared, first, "/api/library")).onDeletion, { movedTo: null });
  await deleteAccount(shared, first.token);
  assert.deepEqual(filesIn(folderOf(shared)), [".arriving", "Gülümse.mp3"]);

  await using named = await libraryApp({ musicCafes: "" });
  await named.put("Gülümse.mp3", SONG);
  await named.pass();
  const owner = await createOwnerWithPassword(named);
  await named.deps.library.take(owner.ownerId);
  assert.deepEqual((await get(named, owner, "/api/library")).onDeletion, { movedTo: null });
  const other = await createOwnerWithPassword(named);
  await deleteAccount(named, other.token);
  await deleteAccount(named, owner.token);
  assert.deepEqual(filesIn(named.root), ["Gülümse.mp3"]);
  assert.deepEqual(await named.titles(), ["Gülümse"]);
});

Deno.test("an account is deleted also if its files cannot be moved, and the log says what to do", async () => {
  await using app = await testApp();
  const owner = await ownerWithFolder(app, await createOwnerWithPassword(app));
  await add(app, owner, "Gülümse.mp3", SONG);
  await Deno.writeTextFile(join(app.deps.config.dataDir, "removed-music"), "");
  await using log = await collectLog("error");
  assert.equal((await deleteAccount(app, owner.token)).status, 204);
  assert.match(
    log.lines.join("\n"),
    /Cannot move the files of a deleted account out of .*music, do it before another cafe takes/,
  );
});

/** An owner to whom the program's own folder belongs. */
async function ownerWithFolder(app: TestApp, made?: TestOwner): Promise<TestOwner> {
  await Deno.mkdir(folderOf(app), { recursive: true });
  const owner = made ?? await createOwner(app.deps);
  await app.deps.library.take(owner.ownerId);
  return owner;
}

function folderOf({ deps: { config } }: TestApp): string {
  return join(config.dataDir, "music");
}

function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

async function add(
  app: TestApp,
  { token }: TestOwner,
  name: string,
  body: BodyInit,
  headers: Record<string, string> = {},
) {
  const answer = await app.fetch(`/api/library/files?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { "x-auth-token": token, "content-type": "audio/mpeg", ...headers },
    body,
  });
  return { status: answer.status, body: await answer.json() };
}

async function get(app: TestApp, { token }: TestOwner, path: string) {
  return await app.ok("GET", path, { token });
}
