// The cafe's own files (docs/library.md): the folder, its songs, the search.
import { getLogger } from "@logtape/logtape";
import {
  findLibrarySong,
  isFolderUsed,
  type LibrarySongRow,
  readFolderAccess,
  readLibraryStatus,
  takeFolder,
} from "../../db/library.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { createCoverStore } from "./cover_store.ts";
import { extensionOf, musicFolder, skipSentence } from "./folder.ts";
import { openSong } from "./open_file.ts";
import { type Library, NO_FOLDER } from "./port.ts";
import { createScanner } from "./scanner.ts";
import { createVocabulary, searchSongs } from "./song_search.ts";
import type { LibraryTrack } from "./track.ts";

const log = getLogger(["siradaki", "library"]);

/** As many skipped files are listed. */
const MAX_SKIPPED = 500;

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
    },
    start: scanner.start,
    scan() {
      if (!folder.isSetUp) throw notSetUp();
      scanner.scan();
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
    async search(term, max) {
      const rows = folder.isSetUp ? await searchSongs(db, vocabulary, term, max) : [];
      return rows.map(toTrack);
    },
    async find(id) {
      const row = await findLibrarySong(db, id);
      return row && toTrack(row);
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
