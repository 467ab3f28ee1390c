import { strict as assert } from "node:assert";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "../support/properties.ts";
import { eq } from "drizzle-orm";
import { toSongRequest } from "../../server/requests/song_request.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { openDatabase } from "../../db/connection/client.ts";
import { fileUrl } from "../../db/connection/file_url.ts";
import { cafes } from "../../db/schema/accounts.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { answerOf, guestOf } from "../support/people/guests.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { decide, openRequestsOf, queueOf, submit } from "../support/people/requests.ts";
import { servedApp } from "../support/start/served_app.ts";
import { inUsualOrder } from "../support/people/queue_order.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { preparedDataDir, startServer } from "../support/start/server_process.ts";

Deno.test("GET /api/requests/queue/:ownerId is compressed as Accept-Encoding asks, with the same content", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  for (let i = 0; i < 5; i++) await approved(app, ownerId, token, `Şarkı ${i}`);
  const get = async (accept: string) => {
    const response = await read(app, ownerId, { "accept-encoding": accept });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("vary"), "Accept-Encoding");
    assert.equal(response.headers.get("cache-control"), "no-cache");
    assert.equal(response.headers.get("content-type"), "application/json");
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { encoding: response.headers.get("content-encoding"), bytes, etag: etagOf(response) };
  };
  const identity = await get("");
  const gzip = await get("gzip, deflate");
  const brotli = await get("gzip, deflate, br;q=0.9, zstd");
  assert.deepEqual([identity.encoding, gzip.encoding, brotli.encoding], [null, "gzip", "br"]);
  const text = new TextDecoder().decode(identity.bytes);
  assert.equal(gunzipSync(gzip.bytes).toString(), text);
  assert.equal(brotliDecompressSync(brotli.bytes).toString(), text);
  assert.ok(brotli.bytes.length < identity.bytes.length / 2);
  assert.equal((await get("br;q=0, gzip;q=0")).encoding, null);
  assert.equal(new Set([identity.etag, gzip.etag, brotli.etag]).size, 3);
});

Deno.test("If-None-Match answers 304 without a body until the queue changes", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const id = await approved(app, ownerId, token, "Dönence");
  const etag = etagOf(await read(app, ownerId));
  assert.match(etag, /^"[^"]+"$/);
  for (const known of [etag, `"other", ${etag}`, `W/${etag}`, "*"]) {
    const response = await read(app, ownerId, { "if-none-match": known });
    assert.equal(response.status, 304);
    assert.equal(await response.text(), "");
    assert.equal(etagOf(response), etag);
  }
  assert.equal((await read(app, ownerId, { "if-none-match": '"other"' })).status, 200);
  await decide(app, token, id, "rejected");
  assert.deepEqual(await answerOf(read(app, ownerId, { "if-none-match": etag })), [200, []]);
});

Deno.test("a request that waits for a decision leaves the queue's ETag as it is", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await approved(app, ownerId, token, "Dönence");
  const etag = etagOf(await read(app, ownerId));
  await submit(app, ownerId, { songTitle: "Gülpembe" });
  assert.equal((await read(app, ownerId, { "if-none-match": etag })).status, 304);
});

Deno.test("another last song of the same length is in the queue and changes its ETag", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const first = await approved(app, ownerId, token, "Dönence");
  const second = await approved(app, ownerId, token, "Firuze");
  const other = (await submit(app, ownerId, { songTitle: "Unutma" }))._id;
  const before = await read(app, ownerId);
  const text = await before.text();
  await decide(app, token, second, "rejected");
  await decide(app, token, other, "approved");
  const after = await read(app, ownerId, { "if-none-match": etagOf(before) });
  assert.equal(after.status, 200);
  const changed = await after.text();
  assert.equal(changed.length, text.length);
  const ids = JSON.parse(changed).map(({ _id }: { _id: string }) => _id);
  assert.deepEqual(ids, [first, other]);
});

Deno.test("GET /api/requests/queue/:ownerId includes every change that was answered, while 8 others read", async () => {
  await using app = await servedApp({ RATE_LIMITS: "off" });
  const { ownerId, token } = await createOwner(app.deps);
  let reading = true;
  const crowd = Array.from({ length: 8 }, async () => {
    while (reading) {
      const response = await fetch(`${app.origin}/api/requests/queue/${ownerId}`);
      await response.body?.cancel();
    }
  });
  for (let i = 0; i < 60; i++) {
    const id = await approved(app, ownerId, token, `Şarkı ${i}`);
    assert.ok((await queueOf(app, ownerId)).some((request) => request._id === id));
    if (i % 3 > 0) continue;
    await decide(app, token, id, "rejected");
    assert.ok(!(await queueOf(app, ownerId)).some((request) => request._id === id));
  }
  reading = false;
  await Promise.all(crowd);
});

Deno.test("a queue has no songs of other cafes, and none that are pending, rejected or played", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  await submit(app, ownerId);
  await approved(app, other.ownerId, other.token, "Başka");
  const rejected = await approved(app, ownerId, token, "Reddedilen");
  assert.equal((await decide(app, token, rejected, "rejected")).status, 200);
  await approved(app, ownerId, token, "Çalınan");
  assert.ok(await playNextInDatabase(app.deps, ownerId));
  const mine = await approved(app, ownerId, token, "Benim");
  assert.deepEqual((await queueOf(app, ownerId)).map((request) => request._id), [mine]);
});

Deno.test("GET /api/requests/queue/:ownerId returns any text, tip and time as stored, in order", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          songTitle: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
          artist: fc.string({ unit: codePoint, minLength: 1, maxLength: 40 }),
          tipKurus: fc.oneof(fc.constant(1000), fc.integer({ min: 0, max: 1_000_000 })),
          createdAt: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: Date.UTC(2100, 0) })),
        }),
        { minLength: 1, maxLength: 10 },
      ),
      async (songs) => {
        const { ownerId } = await createOwner(app.deps);
        const rows = songs.map((song, i) => ({
          ...song,
          // SQLite cannot store NUL and lone surrogates, and validation refuses both.
          songTitle: song.songTitle.toWellFormed().replaceAll("\0", ""),
          artist: song.artist.toWellFormed().replaceAll("\0", ""),
          id: `${ownerId}-${i}`,
          ownerId,
          albumArt: "",
          uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC",
          status: "approved" as const,
        }));
        // Not in the order of their ids, which alone decides between equal tips and times.
        await app.deps.db.write((d) => [d.insert(songRequests).values(rows.toReversed())]);
        const stored = await app.deps.db.read.select().from(songRequests);
        const own = stored.filter((row) => row.ownerId === ownerId).map(toSongRequest);
        const expected = inUsualOrder(own, (r) => ({ ...r, id: r._id, tip: r.tipAmount }));
        assert.deepEqual(await queueOf(app, ownerId), expected);
      },
    ),
    { numRuns: 40 },
  );
});

// Ids follow the order of sending even if the clock is set back, and only then do time and id disagree.
Deno.test("of two equal tips the earlier time comes first, also if the clock was set back in between", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const { ownerId, token } = owner;
  const guest = await guestOf(app, ownerId);
  const late = await guest.send();
  app.clock.pass(-60_000);
  const [early] = await queueUp(app, owner, [10]);
  await decide(app, token, late._id, "approved");
  assert.ok(late._id < early!._id);

  const order = [early!._id, late._id];
  assert.deepEqual((await queueOf(app, ownerId)).map((request) => request._id), order);
  assert.deepEqual((await openRequestsOf(app, owner)).map((request) => request._id), order);
  assert.equal((await guest.mine())[0]!.place, 2);
  assert.equal((await playNext(app, token)).status, 200);
  assert.deepEqual((await queueOf(app, ownerId)).map((request) => request._id), [late._id]);
});

/** Any character, also one that no text has. fast-check's own "binary" makes a table of all of them first. */
const codePoint = fc.integer({ min: 0, max: 0x10FFFF }).map(
  (point) => String.fromCodePoint(point),
  (text) => (text as string).codePointAt(0)!,
);

async function approved(app: TestApp, ownerId: string, token: string, songTitle: string) {
  const { _id } = await submit(app, ownerId, { songTitle });
  await (await decide(app, token, _id, "approved")).body?.cancel();
  return _id;
}

function read(app: TestApp, ownerId: string, headers: Record<string, string> = {}) {
  return app.call("GET", `/api/requests/queue/${ownerId}`, { headers });
}

function etagOf(response: Response): string {
  return response.headers.get("etag") ?? "";
}

// A server keeps what it has answered until something is committed, also by another process.

Deno.test("the queue and the cafe page include each commit of another process at the next GET", async () => {
  await using prepared = await preparedDataDir();
  const { dataDir, owner } = prepared;
  const server = await startServer(dataDir);
  const db = await openDatabase(fileUrl(`${dataDir}/cafe.db`));
  const get = async (path: string) => await (await fetch(server.origin + path)).text();
  const assertShown = async (text: string, shown: boolean) => {
    for (const path of [`/api/requests/queue/${owner.ownerId}`, `/cafe/${owner.cafeId}`]) {
      // Twice: the second answer is the kept one.
      for (const time of ["first", "second"]) {
        assert.equal((await get(path)).includes(text), shown, `${text}, ${path}, the ${time} time`);
      }
    }
  };
  for (let i = 0; i < 10; i++) {
    const id = `request-${i}`;
    const songTitle = `Şarkı ${i}.`;
    await assertShown(songTitle, false);
    await db.write((d) => [
      d.insert(songRequests).values({
        id,
        ownerId: owner.ownerId,
        songTitle,
        artist: "Barış Manço",
        albumArt: "",
        uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC",
        tipKurus: i,
        createdAt: i,
      }),
      d.update(songRequests).set({ status: "approved" }).where(eq(songRequests.id, id)),
    ]);
    await assertShown(songTitle, true);
    if (i % 3 > 0) continue;
    await db.write((d) => [
      d.update(songRequests).set({ status: "rejected" }).where(eq(songRequests.id, id)),
    ]);
    await assertShown(songTitle, false);
  }
  await db.write((d) => [
    d.update(cafes).set({ name: "Yeni Kahve" }).where(eq(cafes.id, owner.cafeId)),
  ]);
  assert.match(await get(`/cafe/${owner.cafeId}`), /<h1>Yeni Kahve<\/h1>/);
  await db.close();
  await server.kill();
});
