// 'Ne çaldı?' and the list of works (docs/evenings.md#what-played, docs/evenings.md#tables).
import { strict as assert } from "node:assert";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { mp3 } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";
import { playedSong, playingSong, playOwnMusic, reversedSong } from "../support/people/plays.ts";
import { tillSong } from "../support/people/till.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const at = (text: string) => Date.parse(`${text}+03:00`);
const MINUTE_MS = 60_000;

/** What played on a Friday, and on the day before it. */
async function friday(app: TestApp, owner: TestOwner): Promise<void> {
  const { deps, clock } = app;
  const { ownerId } = owner;
  const ended = { state: "ended" as const, whyEnded: "finished" as const };
  const own = (time: string) => {
    const startedAt = at(time);
    const heard = { endedAt: startedAt + 3 * MINUTE_MS, heardMs: 180_000 };
    return playOwnMusic(deps, ownerId, { sentAt: startedAt, startedAt, ...heard, ...ended });
  };
  await own("2026-11-20T05:59:59");
  await playedSong(deps, ownerId, 500, at("2026-11-20T06:00"), { songTitle: '=1+1; "Gül"' });
  await own("2026-11-20T20:30:09");
  await reversedSong(deps, ownerId, 100, at("2026-11-20T21:00"));
  await tillSong(deps, ownerId, {
    tipKurus: 1,
    atMs: at("2026-11-20T22:00"),
    whyEnded: "not_played",
  });
  clock.set(at("2026-11-21T00:01:00"));
  await playingSong(deps, ownerId, 200, at("2026-11-21T00:00:30"), { songTitle: "Şimdi" });
}

async function played(app: TestApp, { cafeId }: TestOwner) {
  return await app.call("GET", `/api/cafes/${cafeId}/played`);
}

Deno.test("GET /api/cafes/{cafeId}/played has what played since 06:00, newest first, without what was cut short", async () => {
  await using app = await testApp();
  app.clock.set(at("2026-11-20T05:00"));
  const owner = await createOwner(app.deps);
  await friday(app, owner);
  const songs = await (await played(app, owner)).json();
  assert.deepEqual(songs, [
    song("Şimdi", "Barış Manço", "2026-11-20T21:00:30.000Z", true),
    song("Kafenin Şarkısı", "Kafenin Sanatçısı", "2026-11-20T17:30:09.000Z", false),
    song('=1+1; "Gül"', "Barış Manço", "2026-11-20T03:00:00.000Z", true),
  ]);
  app.clock.set(at("2026-11-21T06:00"));
  assert.deepEqual(await (await played(app, owner)).json(), [], "a new day");
  const unknown = await app.call("GET", "/api/cafes/01ARZ3NDEKTSV4RRFFQ69G5FAV/played");
  assert.equal(unknown.status, 404);
});

Deno.test("no more than 50 songs are shown", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  for (let i = 0; i < 52; i++) {
    await playedSong(app.deps, owner.ownerId, 0, app.clock.now() - i * MINUTE_MS);
  }
  const songs = await (await played(app, owner)).json();
  assert.equal(songs.length, 50);
  assert.equal(songs[0].startedAt, new Date(app.clock.now()).toISOString());
});

Deno.test("the page 'Ne çaldı?' shows the same without a script, and the cafe's page and its television lead to it", async () => {
  await using app = await testApp();
  app.clock.set(at("2026-11-20T05:00"));
  const owner = await createOwner(app.deps, "Kahve & Durağı");
  await friday(app, owner);
  const answer = await app.fetch(`/cafe/${owner.cafeId}/calanlar`);
  assert.equal(answer.status, 200);
  const html = await answer.text();
  assert.ok(!/<script/.test(html));
  assert.match(html, /<h1>Ne çaldı\?<\/h1>/);
  const titles = [...html.matchAll(/class="song-title">([^<]*)/g)].map(([, title]) => title);
  assert.deepEqual(titles, ["Şimdi", "Kafenin Şarkısı", "=1+1; &quot;Gül&quot;"]);
  assert.match(html, /<time dateTime="2026-11-20T21:00:30.000Z">00:00<\/time>/);
  assert.equal((await app.fetch("/cafe/01ARZ3NDEKTSV4RRFFQ69G5FAV/calanlar")).status, 404);
  const page = await (await app.fetch(`/cafe/${owner.cafeId}`)).text();
  assert.match(page, new RegExp(`href="/cafe/${owner.cafeId}/calanlar"`));
  const television = await (await app.fetch(`/cafe/${owner.cafeId}/ekran`)).text();
  const [, link] = television.match(/href="([^"]+\/calanlar)"/)!;
  const short = await app.fetch(new URL(link!).pathname);
  assert.equal(short.headers.get("location"), `/cafe/${owner.cafeId}/calanlar`);
});

Deno.test("GET /api/plays.csv lists what was heard by the clock of the cafe, oldest first, and no formula", async () => {
  await using app = await testApp();
  app.clock.set(at("2026-11-20T05:00"));
  const owner = await createOwner(app.deps);
  await friday(app, owner);
  const answer = await app.call("GET", "/api/plays.csv?from=2026-11-20&to=2026-11-20", owner);
  assert.equal(answer.status, 200);
  assert.match(
    answer.headers.get("content-disposition")!,
    /^attachment; filename="siradaki-calanlar-2026-11-21\.csv"$/,
  );
  const bytes = new Uint8Array(await answer.arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], "a byte order mark");
  assert.deepEqual(new TextDecoder().decode(bytes).split("\r\n"), [
    "Tarih;Saat;Şarkı;Sanatçı;Albüm;ISRC;Saniye;Kaynak;Müşteri isteği",
    `20.11.2026;06:00:00;"'=1+1; ""Gül""";Barış Manço;;;0;spotify;evet`,
    "20.11.2026;20:30:09;Kafenin Şarkısı;Kafenin Sanatçısı;;;180;spotify;hayır",
    "20.11.2026;21:00:00;Gülpembe;Barış Manço;;;10;spotify;evet",
    "21.11.2026;00:00:30;Şimdi;Barış Manço;;;30;spotify;evet",
    "",
  ]);
});

Deno.test("GET /api/plays.csv has each work on one line, also one from before titles were kept so", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const songTitle = "Gül\r\n\u202Epembe";
  await playedSong(app.deps, owner.ownerId, 0, app.clock.now(), { songTitle });
  const lines = (await (await app.call("GET", "/api/plays.csv", owner)).text()).split("\r\n");
  assert.equal(lines.length, 3);
  assert.match(lines[1]!, /;Gül pembe;/);
});

Deno.test("GET /api/evenings.csv has the list's fields in its order, with a decimal comma, also below zero", async () => {
  await using app = await testApp();
  app.clock.set(at("2026-11-20T21:00"));
  const owner = await createOwner(app.deps);
  const { ownerId } = owner;
  await tillSong(app.deps, ownerId, {
    tipKurus: 1250,
    receivedKurus: 1250,
    atMs: at("2026-11-19T21:00"),
  });
  await playedSong(app.deps, ownerId, 700, app.clock.now());
  const [request] = await (await app.call("GET", "/api/payouts/till/songs", owner)).json();
  const body = { received: false };
  await app.call("PUT", `/api/requests/${request._id}/received`, { token: owner.token, body });
  const answer = await app.call("GET", "/api/evenings.csv", owner);
  assert.deepEqual((await answer.text()).replace("\uFEFF", "").split("\r\n"), [
    "Tarih;İstek;Çalan;Bahşiş (TL);Alınan (TL)",
    "20.11.2026;1;1;7,00;-12,50",
    "19.11.2026;1;1;12,50;12,50",
    "",
  ]);
});

Deno.test("the list of works has album and ISRC of the cafe's own files, also of files that were read before it", async () => {
  await using app = await libraryApp();
  const texts = { TIT2: "Gülümse", TPE1: "Sezen Aksu", TALB: "Gülümse", TSRC: "tr-abc-91-00001" };
  await app.put("a.mp3", mp3({ id3: { texts } }));
  await app.pass();
  const owner = await createOwner(app.deps);
  const [song] = await app.deps.library.search("sezen", 1);
  await playOwnMusic(app.deps, owner.ownerId, { source: "library", uri: `library:${song!.id}` });
  const csv = async () => await (await app.call("GET", "/api/plays.csv", owner)).text();
  assert.match(await csv(), /;Gülümse;TRABC9100001;/);
  await app.deps.db.all(sql("update library_tracks set isrc = null"));
  assert.match(await csv(), /;Gülümse;;/);
  app.deps.library.scan();
  await app.pass();
  assert.match(await csv(), /;Gülümse;TRABC9100001;/);
});

function song(title: string, artist: string, startedAt: string, byGuest: boolean) {
  return { title, artist, albumArt: "", startedAt, byGuest };
}
