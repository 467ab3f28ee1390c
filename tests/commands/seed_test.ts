import { strict as assert } from "node:assert";
import { join } from "node:path";
import { cafeDay, dateOfCafeDay } from "../../db/evenings/cafe_day.ts";
import { seedDemoCafe } from "../../server/commands/seed.ts";
import { eveningOf, eveningsOf } from "../support/people/evenings.ts";
import { canAddMusic, findMusic, OWN_TUNES } from "../../server/commands/seed_music.ts";
import type { SpeakerLease, SpeakerOrders } from "../../server/contract/speaker.ts";
import { walk } from "../../server/library/folder.ts";
import { readFile } from "../../server/library/read_file.ts";
import { runLedgerCheck } from "../../server/commands/money_commands.ts";
import { dumpTables } from "../support/db/dump.ts";
import { QUICK_TITLES, quickTunes } from "../support/music/audio_files.ts";
import { createOwner } from "../support/people/factories.ts";
import { adminOf, ownerOf } from "../support/people/seed_logins.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

Deno.test("seed creates a cafe, prints logins that work, and its ledger is consistent", async () => {
  await using app = await testApp();
  const said = await seedDemoCafe(app.deps);
  const { token: owner } = await ownerOf(app, said);
  const { token: admin } = await adminOf(app, said);

  const queue = await json(app, "/api/requests", owner);
  assert.deepEqual(
    ["approved", "pending"].map((status) =>
      queue.filter((r: { status: string }) => r.status === status).length
    ),
    [4, 3],
  );
  const history = await json(app, "/api/payouts", owner);
  assert.ok(history.length >= 2);
  assert.equal(history.at(-1).status, "paid");
  assert.equal(history[0].status, "pending");
  const pending = await json(app, "/api/admin/payouts", admin);
  assert.equal(pending.length, history.length - 1);
  assert.ok((await json(app, "/api/payouts/summary", owner)).lastPayoutAmount > 0);
  const { ok, report } = await runLedgerCheck(app.deps);
  assert.ok(ok, report);
  assert.equal(said.join("\n").match(/\.test +[A-Za-z0-9]{14} /g)?.length, 3, "the passwords");
  const [cafe] = said.join("\n").match(/\/cafe\/\w+/)!;
  assert.equal((await app.fetch(cafe!)).status, 200);
});

Deno.test("seed gives twelve evenings of three weeks, each with refusals, searches without a result, a silence, a skip, a team and tables", async () => {
  await using app = await testApp();
  const owner = await ownerOf(app, await seedDemoCafe(app.deps));
  const today = dateOfCafeDay(cafeDay(app.clock.now()));
  const dates = (await eveningsOf(app, owner)).map(({ date }) => date).filter((date) =>
    date < today
  );
  assert.equal(dates.length, 12);
  const DAY_MS = 24 * 60 * 60_000;
  const days = (Date.parse(today) - Date.parse(dates.at(-1)!)) / DAY_MS;
  assert.ok(days >= 19 && days <= 21, `${days}`);
  for (const date of dates) {
    const evening = await eveningOf(app, owner, date);
    const { refused, missed, gaps, skipped, people, tables, songs, decided } = evening;
    for (const [what, list] of Object.entries({ refused, missed, gaps, skipped, songs })) {
      assert.ok(list !== null && list.length > 0, `${what} on ${date}`);
    }
    assert.deepEqual(people.map(({ name }) => name).sort(), ["Deniz", "Kafe sahibi"], date);
    assert.ok(tables.length > 3 && decided.expired > 0, date);
  }
});

Deno.test("seed run twice changes nothing and prints the same logins", async () => {
  await using app = await testApp();
  const first = await seedDemoCafe(app.deps);
  const before = await dumpTables(app.deps);
  const second = await seedDemoCafe(app.deps);
  assert.deepEqual(second.slice(1), first.slice(1));
  assert.deepEqual(await dumpTables(app.deps), before);
});

Deno.test("seed run twice at once creates one cafe", async () => {
  await using app = await testApp();
  await Promise.all([seedDemoCafe(app.deps), seedDemoCafe(app.deps)]);
  const { cafes, accounts } = await dumpTables(app.deps);
  assert.equal(cafes?.length, 1);
  assert.equal(accounts?.length, 3);
});

Deno.test("seed refuses a database with other accounts, verified or not, and changes nothing", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  const before = await dumpTables(app.deps);
  const { code, noted } = await runCommand(["seed"], { DATA_DIR: app.deps.config.dataDir });
  assert.equal(code, 1);
  assert.match(noted, /has accounts that are not the demo's/);
  assert.deepEqual(await dumpTables(app.deps), before);
});

Deno.test("seed without tunes makes no music folder", async () => {
  await using app = await testApp();
  await seedDemoCafe(app.deps);
  const folders = [...Deno.readDirSync(app.deps.config.dataDir)].map(({ name }) => name);
  assert.ok(!folders.includes("music"), `${folders}`);
});

async function json(app: TestApp, path: string, token: string) {
  const response = await app.call("GET", path, { token });
  assert.equal(response.status, 200);
  return await response.json();
}

// The music of the demo cafe: tunes on a machine that has no music of its own (docs/running.md#commands).
Deno.test("seed fills the folder, chooses the library, and lets the open requests name its songs, one of which stays free", async () => {
  await using app = await testApp();
  const notes: string[] = [];
  const said = await seedDemoCafe(app.deps, {
    tunes: quickTunes(),
    note: (line) => void notes.push(line),
  });
  const folder = join(app.deps.config.dataDir, "music");
  assert.deepEqual(
    [...Deno.readDirSync(folder)].map(({ name }) => name).sort(),
    QUICK_TITLES.map((title) => `${title}.wav`).sort(),
  );
  assert.deepEqual(notes, [`Copying 6 of 6 tunes to ${folder}.`]);
  assert.match(said.join("\n"), /'Oynatıcı' ekranında 'Müziği başlat'a basın/);

  const { token } = await ownerOf(app, said);
  const requests: { status: string; songTitle: string; uri: string }[] = await read(
    app,
    "/api/requests",
    token,
  );
  const ofStatus = (status: string) =>
    requests.filter((request) => request.status === status).map(({ songTitle }) => songTitle);
  assert.deepEqual(ofStatus("approved").sort(), QUICK_TITLES.slice(0, 3).sort());
  assert.deepEqual(ofStatus("pending").sort(), QUICK_TITLES.slice(3, 5).sort());
  const { source, fallback } = await read(app, "/api/music", token);
  assert.deepEqual([source, fallback.kind], ["library", "library"]);
  assert.equal((await read(app, "/api/playback", token)).auto, true);
  const { plays } = await dumpTables(app.deps);
  assert.deepEqual(
    [...new Set((plays as { source: string }[]).map(({ source }) => source))],
    ["spotify"],
  );
});

Deno.test("findMusic takes the song with the title and the artist of the tune, wherever it is among those found", async () => {
  await using app = await testApp();
  const [tune] = quickTunes();
  const { title, artist } = tune!;
  const about = { id: "1", uri: "library:1", albumArt: "", durationMs: 2_000, explicit: false };
  const song = { ...about, title, artist };
  const others = [{ ...song, artist: "Başka" }, { ...song, title: "Başka" }];
  const search = () => Promise.resolve({ songs: [...others, song], known: false });
  const found = await findMusic({ music: app.deps.music, search }, [tune!]);
  assert.deepEqual(found?.songs, [song]);
});

Deno.test("seed run again restores a missing tune, and leaves requests, source, playlist and switch as they are", async () => {
  await using app = await testApp();
  const said = await seedDemoCafe(app.deps, { tunes: quickTunes() });
  const { token } = await ownerOf(app, said);
  await change(app, "/api/music", token, { source: "manual" });
  await Deno.remove(join(app.deps.config.dataDir, "music/Üç.wav"));
  const before = await dumpTables(app.deps);
  const notes: string[] = [];
  const again = await seedDemoCafe(app.deps, {
    tunes: quickTunes(),
    note: (line) => void notes.push(line),
  });
  assert.match(notes.join(), /^Copying 1 of 6 tunes to /);
  assert.doesNotMatch(again.join("\n"), /Oynatıcı/);
  const after = await dumpTables(app.deps);
  delete before.library_tracks;
  const { library_tracks: songs = [], ...rest } = after;
  assert.deepEqual(rest, before);
  assert.equal(songs.length, QUICK_TITLES.length);
});

Deno.test("seed run twice at once makes one cafe, whose requests name songs that are there", async () => {
  await using app = await testApp();
  const [said] = await Promise.all([
    seedDemoCafe(app.deps, { tunes: quickTunes() }),
    seedDemoCafe(app.deps, { tunes: quickTunes() }),
  ]);
  const { token } = await ownerOf(app, said);
  const requests: { uri: string }[] = await read(app, "/api/requests", token);
  assert.equal(requests.length, 5);
  for (const { uri } of requests) {
    const song = await app.deps.library.find(Number(uri.replace("library:", "")));
    assert.equal(song?.isMissing, false, uri);
  }
});

Deno.test("seed adds nothing to a folder of the cafe's own, and its cafe then plays from Spotify", async () => {
  await using folder = await temporaryFolder();
  const { path: music } = folder;
  await using app = await testApp({ MUSIC_DIR: music });
  const said = await seedDemoCafe(app.deps, { tunes: quickTunes() });
  const { token } = await ownerOf(app, said);
  assert.equal((await read(app, "/api/music", token)).source, "spotify");
  assert.deepEqual(
    [[...Deno.readDirSync(music)], [...Deno.readDirSync(app.deps.config.dataDir)]].flat()
      .filter(({ name }) => name === "music" || name.endsWith(".wav")),
    [],
  );
});

Deno.test("canAddMusic is true for a machine with its own database and without a folder of music", () => {
  const embedded = { remote: false };
  assert.deepEqual(
    [
      canAddMusic({ config: {}, db: embedded }),
      canAddMusic({ config: { musicDir: "/srv/music" }, db: embedded }),
      canAddMusic({ config: {}, db: { remote: true } }),
    ],
    [true, false, false],
  );
});

Deno.test("seed with tunes that cannot be read makes a cafe that plays from Spotify", async () => {
  await using app = await testApp();
  const broken = quickTunes().map((tune) => ({
    ...tune,
    read: () => Promise.resolve(new Uint8Array()),
  }));
  const { token } = await ownerOf(app, await seedDemoCafe(app.deps, { tunes: broken }));
  assert.equal((await read(app, "/api/music", token)).source, "spotify");
  const requests: { uri: string }[] = await read(app, "/api/requests", token);
  assert.equal(requests.filter(({ uri }) => uri.startsWith("spotify:")).length, 7);
});

Deno.test("the project's own tunes are six files of at most 1.5 MB, which the library reads as songs of 25 to 28 s with their titles, artists, covers and loudness", async () => {
  const folder = join(import.meta.dirname!, "../../server/commands/seed_tunes");
  const files = (await walk(folder, NEVER)).files;
  assert.equal(files.size, 6);
  assert.ok([...files.values()].reduce((sum, { size }) => sum + size, 0) <= 1_500_000);
  const songs = await Promise.all([...files.values()].map(async (file) => {
    const read = await readFile(folder, file, { isCovered: false, signal: NEVER });
    assert.ok("song" in read, `${file.path}: ${JSON.stringify(read)}`);
    const { durationMs, hasCover, gainDb } = read.song;
    assert.ok(durationMs > 25_000 && durationMs < 28_000, `${file.path}: ${durationMs} ms`);
    assert.deepEqual([hasCover, gainDb], [true, 0], file.path);
    return `${read.song.artist} - ${read.song.title}.mp3`;
  }));
  assert.deepEqual(songs.sort(), OWN_TUNES.map(({ fileName }) => fileName).sort());
});

Deno.test("the command seed copies the project's own tunes, which the player then fetches whole", async () => {
  await using app = await testApp();
  const { code, printed, noted } = await runCommand(["seed"], {
    DATA_DIR: app.deps.config.dataDir,
  });
  assert.equal(code, 0, noted);
  assert.match(noted, /^Copying 6 of 6 tunes to /);
  const { token } = await ownerOf(app, printed.split("\n"));
  const claimed = await app.call("POST", "/api/player/claim", { token, body: { tab: "tab" } });
  const { lease }: SpeakerLease = await claimed.json();
  const [cookie] = claimed.headers.getSetCookie();
  const current = await app.fetch(`/api/player/current?lease=${lease}`);
  const { next }: SpeakerOrders = await current.json();
  const requests: { songTitle: string; tipAmount: number }[] = await read(
    app,
    "/api/requests",
    token,
  );
  assert.deepEqual(
    requests.map(({ songTitle }) => songTitle).sort(),
    OWN_TUNES.slice(0, 5).map(({ title }) => title).sort(),
  );
  const tune = OWN_TUNES.find(({ title }) => title === next?.title);
  assert.ok(next && tune, JSON.stringify(next));
  assert.equal(next.gainDb, 0);

  const audio = await app.fetch(next.audioUrl, { headers: { cookie: cookie!.split(";")[0]! } });
  assert.deepEqual([audio.status, audio.headers.get("content-type")], [200, "audio/mpeg"]);
  const bytes = await audio.bytes();
  const file = await Deno.readFile(join(app.deps.config.dataDir, "music", tune.fileName));
  assert.deepEqual([bytes.length, bytes], [file.length, file]);
  const cover = await app.fetch(next.albumArt);
  assert.deepEqual([cover.status, cover.headers.get("content-type")], [200, "image/png"]);
  await cover.body?.cancel();
});

const NEVER = new AbortController().signal;

async function read(app: TestApp, path: string, token: string) {
  const response = await app.call("GET", path, { token });
  assert.equal(response.status, 200);
  return await response.json();
}

async function change(app: TestApp, path: string, token: string, body: unknown): Promise<void> {
  const response = await app.call("PUT", path, { token, body });
  assert.equal(response.status, 200, await response.text());
}
