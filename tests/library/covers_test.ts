// Covers of songs: from their tags or beside them, never from outside of the folder (docs/library.md#the-folder).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { createCoverStore } from "../../server/library/cover_store.ts";
import { jpeg, mp3, png } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";

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

Deno.test("a cover's tag is made when the picture is read, not for each answer", async () => {
  await using app = await libraryApp();
  await app.put("a.mp3", mp3({ id3: { pictures: [[3, png(500)]] } }));
  await app.pass();
  const id = await app.idOf("a");
  const [one, two] = [await app.deps.library.readCover(id), await app.deps.library.readCover(id)];
  assert.ok(one?.etag);
  // Both are the one that is kept, with its tag.
  assert.equal(one, two);
  const response = await app.fetch(`/api/library/covers/${id}`);
  assert.equal(response.headers.get("etag"), one.etag);
});

Deno.test("a cover that is being read while the folder's songs change is answered", async () => {
  await using folder = await temporaryFolder();
  await Deno.writeFile(join(folder.path, "a.mp3"), mp3({ id3: { pictures: [[3, png(500)]] } }));
  const covers = createCoverStore(folder.path);
  const reading = covers.read({ id: 1, path: "a.mp3" });
  covers.forget();
  assert.deepEqual((await reading)?.bytes, png(500));
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
    assert.deepEqual(await response.json(), {
      msg: "Bu şarkının dosyası bulunamadı.",
      code: "song_not_found",
    });
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
