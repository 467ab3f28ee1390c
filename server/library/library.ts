// The cafe's own files (docs/library.md): the folder, its songs, the search.
import { getLogger } from "@logtape/logtape";
import { resolve } from "node:path";
import {
  hiddenAmong,
  hideSong,
  isFolderUsed,
  listNewestSongs,
  readFolderAccess,
  takeFolder,
} from "../../db/music/cafe_library.ts";
import {
  changeFiles,
  findLibrarySong,
  forgetFolder,
  type LibrarySongRow,
  NO_CHANGES,
  readLibraryStatus,
} from "../../db/music/library.ts";
import type { BackgroundJob } from "../background.ts";
import type { Library as LibraryStatus } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { createAddFile, forgetArriving } from "./add_file.ts";
import { type Cover, createCoverStore } from "./cover_store.ts";
import {
  extensionOf,
  hasGone,
  musicFolder,
  type OpenSong,
  openSong,
  skipSentence,
} from "./folder.ts";
import { putAway, putAwayFolder } from "./put_away.ts";
import { createScanner } from "./scanner.ts";
import { createVocabulary, searchSongs } from "./song_search.ts";

const log = getLogger(["siradaki", "library"]);

/** As many skipped files are listed. */
const MAX_SKIPPED = 500;

/** For the owner of a cafe that may not use the folder, too: of another cafe nothing is told. */
export const NO_FOLDER =
  "Bu sunucuda kafeniz için bir müzik klasörü yok. Sıradaki'yi kuran kişiye haber verin.";

/** For the owner of a cafe that could choose the folder, and has not. */
const NOT_CHOSEN =
  "Dosya eklemek için önce müzik kaynağı olarak 'Kafenin kendi dosyaları'nı seçin.";

/** A song of the cafe's own files. */
export interface LibraryTrack {
  id: number;
  title: string;
  artist: string;
  album: string;
  durationMs: number;
  isExplicit: boolean;
  hasCover: boolean;
  /** By how much to change its loudness, in dB. */
  gainDb: number;
  /** Of its file, in lower case and without the dot; empty if the name has none. */
  extension: string;
  /** Whether its file is not in the folder at present. */
  isMissing: boolean;
}

/** What the rest of the server asks of the cafe's own files. */
export interface Library {
  /** Whether MUSIC_DIR names a folder, or there has been one of its own name since the start. */
  readonly isSetUp: boolean;
  /** Whether the cafe may use the folder: it is set up and belongs to the cafe, or MUSIC_CAFES names the cafe. */
  mayUse(ownerId: string): Promise<boolean>;
  /** Whether the cafe may choose the folder: it may use it, or it is set up and free. */
  mayChoose(ownerId: string): Promise<boolean>;
  /** Makes the folder the cafe's if it is free. @throws DomainError `source_not_ready` if the cafe may not use it then */
  take(ownerId: string): Promise<void>;
  /** Reads the folder now and every minute, until it is stopped. */
  start(): BackgroundJob;
  /** Reads the whole folder anew, in the background: an owner asks for it if what is known looks wrong. @throws DomainError `source_not_ready` without a folder */
  scan(): void;
  /**
   * Reads the folder once, and does not wait for files to rest: for a folder that this program has just filled. A
   * folder that cannot be read is logged.
   */
  readNow(): Promise<void>;
  /** Resolves when nothing is being read. Files that a look has found are read five seconds later, by the timer. */
  idle(): Promise<void>;
  status(): Promise<Pick<LibraryStatus, "songs" | "scanning" | "skipped">>;
  /** Where the folder is, for a cafe that may choose it, whether the cafe can add files from the panel, and what becomes of them. */
  place(ownerId: string): Promise<Pick<LibraryStatus, "folder" | "canAdd" | "onDeletion">>;
  /**
   * Moves the files of a deleted account to where `place` said before, if the folder is free now. That they cannot be moved
   * is logged.
   */
  putAway(ownerId: string): Promise<void>;
  /** At most `max` songs whose files are there, best match first. */
  search(term: string, max: number): Promise<LibraryTrack[]>;
  /** At most `max` songs whose files are there, the newest first, of those before the id `before`. */
  newest(before: number, max: number): Promise<LibraryTrack[]>;
  /** Which of these songs the cafe has hidden from its guests. */
  hidden(ownerId: string, ids: readonly number[]): Promise<Set<number>>;
  /** Hides a song from the cafe's guests, or shows it again. @throws DomainError `song_not_found` */
  hide(ownerId: string, song: { id: number; hidden: boolean }): Promise<void>;
  /** Adds a file (docs/library.md#adding-files). Returns its name in the folder. @throws DomainError */
  add(ownerId: string, name: string, body: ReadableStream<Uint8Array>): Promise<string>;
  find(id: number): Promise<LibraryTrack | undefined>;
  /** Whether the song's file has gone from the folder, which is known from then on: the folder is read each minute only. */
  isGone(id: number): Promise<boolean>;
  /** Opens the song's file, undefined if it is missing or leads out of the folder. */
  open(id: number): Promise<OpenSong | undefined>;
  /** The song's cover, undefined if it has none, or the folder belongs to no cafe. */
  readCover(id: number): Promise<Cover | undefined>;
}

export function createLibrary(
  { config, db, now, timer }: Pick<Deps, "config" | "db" | "now" | "timer">,
): Library {
  const folder = musicFolder(config);
  const covers = createCoverStore(folder.path);
  const vocabulary = createVocabulary(db);
  const changed = () => {
    vocabulary.forget();
    covers.forget();
  };
  const addFile = createAddFile({ db, now, root: folder.path, changed });
  const scanner = createScanner({ db, now, timer, folder, changed });
  return {
    get isSetUp() {
      return folder.isSetUp;
    },
    async mayUse(ownerId) {
      return folder.isSetUp && (await readFolderAccess(db, ownerId, config.musicCafes)).mayUse;
    },
    async mayChoose(ownerId) {
      if (!folder.isSetUp) return false;
      const { mayUse, isFree } = await readFolderAccess(db, ownerId, config.musicCafes);
      return mayUse || isFree;
    },
    async take(ownerId) {
      if (!folder.isSetUp) throw notSetUp();
      const { isTaken, mayUse } = await takeFolder(db, ownerId, config.musicCafes);
      if (!mayUse) throw notSetUp();
      if (isTaken) {
        log.info("The music folder belongs to the cafe of {ownerId} from now on", { ownerId });
      }
      // Files that were put there a moment ago are to be heard when the player is opened, and not within a minute.
      scanner.scan();
    },
    start() {
      const failure = folder.make();
      if (failure) {
        log.warn(
          "The music folder {path} cannot be made, so no cafe can use own files: {failure}",
          {
            path: resolve(folder.path),
            failure,
          },
        );
      }
      if (folder.isOwn) forgetArriving(folder.path);
      return scanner.start();
    },
    scan() {
      if (!folder.isSetUp) throw notSetUp();
      scanner.scan({ isAnew: true });
    },
    readNow: scanner.readNow,
    idle: scanner.idle,
    async status() {
      const { songs, skipped } = await readLibraryStatus(db, MAX_SKIPPED);
      return {
        songs,
        scanning: scanner.progress(),
        skipped: skipped.map(({ path, why }) => ({ file: path, why: skipSentence(why) })),
      };
    },
    async place(ownerId) {
      const { isHolder } = await readFolderAccess(db, ownerId, config.musicCafes);
      return {
        folder: resolve(folder.path),
        canAdd: folder.isOwn && isHolder,
        onDeletion: isHolder ? { movedTo: putAwayFolder(config, folder) } : null,
      };
    },
    async putAway(ownerId) {
      const to = putAwayFolder(config, folder);
      const { isFree } = await readFolderAccess(db, ownerId, config.musicCafes);
      if (to === null || !isFree) return;
      try {
        const name = `${new Date(now()).toISOString().slice(0, 10)}_${ownerId}`;
        log.info("The files of a deleted account are in {path} now, which no cafe hears", {
          path: putAway(folder, to, name),
        });
        await scanner.forgetAll(() => forgetFolder(db, now()));
      } catch (error) {
        log.error(
          "Cannot move the files of a deleted account out of {path}, do it before another cafe takes the folder: {error}",
          { path: resolve(folder.path), error },
        );
      }
    },
    async search(term, max) {
      const rows = folder.isSetUp ? await searchSongs(db, vocabulary, term, max) : [];
      return rows.map(toTrack);
    },
    async newest(before, max) {
      return folder.isSetUp ? (await listNewestSongs(db, before, max)).map(toTrack) : [];
    },
    hidden: (ownerId, ids) => hiddenAmong(db, ownerId, ids),
    async hide(ownerId, song) {
      if (!await findLibrarySong(db, song.id)) throw new DomainError("song_not_found");
      await hideSong(db, ownerId, song);
    },
    async add(ownerId, name, body) {
      const { isHolder, isFree } = await readFolderAccess(db, ownerId, config.musicCafes);
      if (!folder.isSetUp || !isHolder && !isFree) throw notSetUp();
      if (!isHolder) throw new DomainError("source_not_ready", { msg: NOT_CHOSEN });
      if (!folder.isOwn) throw new DomainError("folder_elsewhere");
      return await addFile(name, body);
    },
    async find(id) {
      const row = await findLibrarySong(db, id);
      return row && toTrack(row);
    },
    async isGone(id) {
      const row = await findLibrarySong(db, id);
      if (!row || !await hasGone(folder.path, row.path)) return false;
      await changeFiles(db, { ...NO_CHANGES, gone: [id] }, now());
      return true;
    },
    async open(id) {
      const row = await findLibrarySong(db, id);
      return row && await openSong(folder.path, row.path);
    },
    async readCover(id) {
      const row = await findLibrarySong(db, id);
      const isShown = row?.hasCover && (config.musicCafes === "all" || await isFolderUsed(db));
      return isShown ? await covers.read(row) : undefined;
    },
  };
}

function notSetUp(): DomainError {
  return new DomainError("source_not_ready", { msg: NO_FOLDER });
}

function toTrack({ path, isExplicit, hasCover, isMissing, ...row }: LibrarySongRow): LibraryTrack {
  const { id, title, artist, album, durationMs, gainDb } = row;
  return {
    ...{ id, title, artist, album, durationMs, gainDb },
    isExplicit: isExplicit === 1,
    hasCover: hasCover === 1,
    isMissing: isMissing === 1,
    extension: extensionOf(path),
  };
}
