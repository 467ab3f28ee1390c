// A cafe with a folder of music of its own, whose clock a test moves.
import { dirname, join } from "node:path";
import { createClock, type StoppedClock } from "../time/clock.ts";
import { type TestApp, testApp } from "../start/test_app.ts";
import { mp3, png, wav } from "./audio_files.ts";
import { saveFiles } from "../../../db/music/library.ts";
import type { Deps } from "../../../server/deps.ts";

export interface LibraryApp extends TestApp {
  clock: StoppedClock;
  /** The folder. */
  root: string;
  /** Writes a file into it, and gives it this date (epoch ms). */
  put(path: string, bytes?: Uint8Array, modifiedAt?: number): Promise<void>;
  /** Lets time pass in which the folder is looked at: 66 seconds, unless `ms` says otherwise. */
  pass(ms?: number): Promise<void>;
  /** The titles of the songs that are there, in the order of their ids. */
  titles(): Promise<string[]>;
  /** The skipped files and why they are skipped. */
  skipped(): Promise<Record<string, string>>;
  /** The id of the song that this is a search for. */
  idOf(term: string): Promise<number>;
}

/** Longer than from one look to the next, and the rest of a new file. */
const A_LOOK_MS = 66_000;

interface LibraryAppOptions {
  /** The folder, which is made and removed if none is given. */
  root?: string;
  /** The data folder of an earlier app. */
  dataDir?: string;
  clock?: StoppedClock;
  /** By default every cafe may use the folder. */
  musicCafes?: string;
}

/** Makes the app, and begins to look at the folder at its first `pass`. */
export async function libraryApp(
  { root, dataDir, clock = createClock(), musicCafes = "all" }: LibraryAppOptions = {},
): Promise<LibraryApp> {
  const folder = root ?? await Deno.makeTempDir({ prefix: "siradaki-music-" });
  const environment = { MUSIC_DIR: folder, MUSIC_CAFES: musicCafes };
  const app = await testApp({ ...environment, ...dataDir && { DATA_DIR: dataDir } }, { clock });
  const { library } = app.deps;
  let job: ReturnType<typeof library.start> | undefined;
  return {
    ...app,
    clock,
    root: folder,
    async put(path, bytes = wav(), modifiedAt = clock.now() - 60_000) {
      const file = join(folder, path);
      await Deno.mkdir(dirname(file), { recursive: true });
      await Deno.writeFile(file, bytes);
      await Deno.utime(file, modifiedAt / 1000, modifiedAt / 1000);
    },
    async pass(ms = A_LOOK_MS) {
      job ??= library.start();
      await clock.run(ms, library.idle);
    },
    async titles() {
      const songs = [];
      for (let id = 1, song; (song = await library.find(id)); id++) {
        if (!song.isMissing) songs.push(song.title);
      }
      return songs;
    },
    async skipped() {
      const { skipped } = await library.status();
      return Object.fromEntries(skipped.map(({ file, why }) => [file, why]));
    },
    async idOf(term) {
      const [song] = await library.search(term, 1);
      if (!song) throw new Error(`No song is found for ${term}`);
      return song.id;
    },
    async [Symbol.asyncDispose]() {
      await job?.stop();
      await app[Symbol.asyncDispose]();
      if (root === undefined) await Deno.remove(folder, { recursive: true }).catch(() => {});
    },
  };
}

/** Puts a song with a cover into `music` of the data folder, which every cafe may use then, and returns its id. */
export async function addLibrarySong(
  { config, db, library, now }: Pick<Deps, "config" | "db" | "library" | "now">,
  { title = "Gülümse", artist = "Sezen Aksu", folded = "gulumse sezen aksu" } = {},
): Promise<number> {
  config.musicCafes = "all";
  const folder = join(config.dataDir, "music");
  await Deno.mkdir(folder, { recursive: true });
  const path = `${folded}.mp3`;
  const bytes = mp3({ id3: { texts: { TIT2: title, TPE1: artist }, pictures: [[3, png()]] } });
  await Deno.writeFile(join(folder, path), bytes);
  const { mtime, ctime } = await Deno.stat(join(folder, path));
  const song = {
    ...{ path, title, artist, folded },
    size: bytes.length,
    modifiedAt: mtime!.getTime(),
    changedAt: ctime!.getTime(),
    album: "",
    durationMs: 200_000,
    isExplicit: false,
    hasCover: true,
    gainDb: -6,
    shuffleKey: 1,
    isrc: "",
  };
  await saveFiles(db, { songs: [song], skipped: [] }, now());
  const [found] = await library.search(folded, 1);
  return found!.id;
}
