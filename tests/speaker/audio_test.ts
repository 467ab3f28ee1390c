// GET /api/library/audio/{id}.{ext}: a song's file, for the cafe's player alone.
import { answerOf } from "../support/people/guests.ts";
import { strict as assert } from "node:assert";
import { createApp } from "../../server/app.ts";
import { useSource } from "../support/music/manual_cafe.ts";
import { type LibraryCafe, libraryCafe } from "../support/music/library_cafe.ts";
import { listenOnFreePort } from "../support/start/free_port.ts";
import { until } from "../support/time/until.ts";

const SIZE = 200_000;
const BYTES = Uint8Array.from({ length: SIZE }, (_, i) => i % 251);
const PATH = "/api/library/audio/1.mp3";

Deno.test("the whole file comes with its size, its type and how long it may be kept", async () => {
  await using cafe = await libraryCafe({ bytes: BYTES });
  const get = await player(cafe);
  const answer = await get(PATH);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("accept-ranges"), "bytes");
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(answer.headers.get("content-length"), `${SIZE}`);
  assert.equal(answer.headers.get("content-type"), "audio/mpeg");
  assert.deepEqual(await answer.bytes(), BYTES);
  assert.equal(cafe.library.openFiles(), 0);
});

for (const size of [0, 1]) {
  Deno.test(`a file of ${size} bytes comes whole`, async () => {
    const bytes = new Uint8Array(size);
    await using cafe = await libraryCafe({ bytes });
    const answer = await (await player(cafe))(PATH);
    assert.deepEqual([answer.status, await answer.bytes()], [200, bytes]);
    assert.equal(cafe.library.openFiles(), 0);
  });
}

const RANGES: [range: string, status: number, contentRange: string | null, bytes: Uint8Array][] = [
  ["bytes=0-1", 206, `bytes 0-1/${SIZE}`, BYTES.subarray(0, 2)],
  ["bytes=70000-139999", 206, `bytes 70000-139999/${SIZE}`, BYTES.subarray(70_000, 140_000)],
  ["bytes=199999-", 206, `bytes 199999-199999/${SIZE}`, BYTES.subarray(SIZE - 1)],
  ["bytes=-500", 206, `bytes 199500-199999/${SIZE}`, BYTES.subarray(SIZE - 500)],
  ["bytes=0-1,5-9", 200, null, BYTES],
];

for (const [range, status, contentRange, bytes] of RANGES) {
  Deno.test(`Range: ${range} is answered with ${status} and its bytes`, async () => {
    await using cafe = await libraryCafe({ bytes: BYTES });
    const answer = await (await player(cafe))(PATH, { range });
    assert.deepEqual([answer.status, answer.headers.get("content-range")], [status, contentRange]);
    assert.equal(answer.headers.get("content-length"), `${bytes.length}`);
    assert.deepEqual(await answer.bytes(), bytes);
    assert.equal(cafe.library.openFiles(), 0);
  });
}

Deno.test("a part behind the file's end is 416 with the file's size", async () => {
  await using cafe = await libraryCafe({ bytes: BYTES });
  const answer = await (await player(cafe))(PATH, { range: `bytes=${SIZE}-` });
  assert.deepEqual([answer.status, answer.headers.get("content-range")], [416, `bytes */${SIZE}`]);
  const none = { msg: "Dosyanın bu bölümü yok.", code: "range_not_satisfiable" };
  assert.deepEqual(await answer.json(), none);
  assert.equal(cafe.library.openFiles(), 0);
});

Deno.test("a version that the browser has is 304, and a part of another version is the whole file", async () => {
  await using cafe = await libraryCafe({ bytes: BYTES });
  const get = await player(cafe);
  const { headers } = await get(PATH, { range: "bytes=0-0" });
  const etag = headers.get("etag")!;
  const modified = headers.get("last-modified")!;
  const statusOf = async (headers: Record<string, string>) => {
    const answer = await get(PATH, headers);
    await answer.body?.cancel();
    return answer.status;
  };
  assert.equal(await statusOf({ "if-none-match": etag }), 304);
  assert.equal(await statusOf({ "if-none-match": `"x", W/${etag}` }), 304);
  assert.equal(await statusOf({ "if-modified-since": modified }), 304);
  assert.equal(await statusOf({ "if-none-match": '"x"', "if-modified-since": modified }), 200);
  assert.equal(await statusOf({ "if-modified-since": modified, "if-none-match": "*" }), 304);
  const range = "bytes=0-9";
  assert.equal(await statusOf({ range, "if-range": etag }), 206);
  assert.equal(await statusOf({ range, "if-range": modified }), 206);
  assert.equal(await statusOf({ range, "if-range": '"x"' }), 200);
  assert.equal(cafe.library.openFiles(), 0);
});

Deno.test("audio is 401 without the lease, with an old one, and at a cafe of another source", async () => {
  await using cafe = await libraryCafe({ bytes: BYTES });
  const { app, owner } = cafe;
  const statusWith = async (cookie: string) => {
    const answer = await app.fetch(PATH, { headers: { cookie } });
    await answer.body?.cancel();
    return answer.status;
  };
  assert.equal(await statusWith(""), 401);
  const old = await cafe.hold("a");
  assert.equal(await statusWith(`player=${old}`), 200);
  const lease = await cafe.hold("b", true);
  assert.deepEqual([await statusWith(`player=${old}`), await statusWith(`player=${lease}`)], [
    401,
    200,
  ]);
  assert.equal(await statusWith(`player=${owner.ownerId}.x`), 401);
  await useSource(app.deps, owner.ownerId, "spotify");
  assert.equal(await statusWith(`player=${lease}`), 401);
});

const NO_FILES = "9.mp3 1.flac 1 01.mp3 x.mp3 1.mp3.mp3 %2e%2e%2f1.mp3 1.%00 9999999999999999.mp3";

Deno.test(`no file is called ${NO_FILES}: 404`, async () => {
  await using cafe = await libraryCafe({ bytes: BYTES });
  const get = await player(cafe);
  const missing = { msg: "Bu şarkının dosyası bulunamadı.", code: "song_not_found" };
  for (const name of NO_FILES.split(" ")) {
    assert.deepEqual(await answerOf(get(`/api/library/audio/${name}`)), [404, missing], name);
  }
});

Deno.test("60 HEAD requests answer the headers of a GET and leave no file open", async () => {
  await using cafe = await libraryCafe({ bytes: BYTES });
  const lease = await cafe.hold();
  const headers = { cookie: `player=${lease}` };
  for (let i = 0; i < 60; i++) {
    const answer = await cafe.app.fetch(PATH, { method: "HEAD", headers });
    assert.deepEqual([answer.status, answer.headers.get("content-length")], [200, `${SIZE}`]);
    assert.equal(await answer.text(), "");
  }
  assert.equal(cafe.library.openFiles(), 0);
});

Deno.test("60 readers that go away in the middle leave no file open", async () => {
  await using cafe = await libraryCafe({ bytes: new Uint8Array(40_000_000) });
  const lease = await cafe.hold();
  const app = createApp(cafe.app.deps);
  const server = listenOnFreePort((port) =>
    Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, app.fetch)
  );
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const url = `http://127.0.0.1:${server.addr.port}${PATH}`;
  for (let i = 0; i < 60; i++) {
    const going = new AbortController();
    const headers = { cookie: `player=${lease}` };
    const init = { client, headers, signal: going.signal } as RequestInit;
    const answer = await fetch(url, init);
    const reader = answer.body!.getReader();
    assert.ok((await reader.read()).value!.length > 0);
    going.abort();
    await reader.closed.catch(() => {});
  }
  await until(() => cafe.library.openFiles() === 0);
  await server.shutdown();
});

Deno.test("a big file is sent piece by piece", async () => {
  await using cafe = await libraryCafe({ bytes: new Uint8Array(1_000_000) });
  const lease = await cafe.hold();
  const app = createApp(cafe.app.deps);
  const answer = await app.request(PATH, { headers: { cookie: `player=${lease}` } });
  let largest = 0;
  for await (const piece of answer.body!) largest = Math.max(largest, piece.length);
  assert.equal(largest, 64 * 1024);
  assert.equal(cafe.library.openFiles(), 0);
});

Deno.test("a piece of the file is read when it is taken, and not before", async () => {
  await using cafe = await libraryCafe({ bytes: new Uint8Array(1_000_000) });
  const lease = await cafe.hold();
  let read = 0;
  const { library } = cafe;
  const open = library.open.bind(library);
  library.open = async (id) => {
    const song = await open(id);
    const readFile = song!.file.read.bind(song!.file);
    song!.file.read = async (into) => {
      read++;
      return await readFile(into);
    };
    return song;
  };
  const app = createApp(cafe.app.deps);
  const answer = await app.request(PATH, { headers: { cookie: `player=${lease}` } });
  const reader = answer.body!.getReader();
  assert.equal(read, 0);
  await reader.read();
  assert.equal(read, 1, "one piece for each that is taken");
  await reader.cancel();
  assert.equal(library.openFiles(), 0);
});

/** GET as the browser of the cafe's player. */
async function player(cafe: LibraryCafe) {
  const lease = await cafe.hold();
  return (path: string, headers: Record<string, string> = {}) =>
    cafe.app.fetch(path, { headers: { cookie: `player=${lease}`, ...headers } });
}
