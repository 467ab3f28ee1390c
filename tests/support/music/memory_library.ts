// A library whose songs a test makes up: the rows are in the database, the files in a folder of their own.
import { libraryTracks } from "../../../db/schema/music.ts";
import type { Database } from "../../../db/client.ts";
import type { Library, LibraryTrack } from "../../../server/library/library.ts";
import type { OpenSong } from "../../../server/library/folder.ts";

/** How long each song is. */
export const SONG_MS = 200_000;

export interface MemoryLibrary extends Library {
  /** How many files were opened and not closed yet. */
  openFiles(): number;
  /** Makes the songs 1 to `count`, with these bytes in each file. */
  fill(db: Database, count: number, bytes?: Uint8Array): Promise<void>;
  /** The file of this song goes away. */
  lose(id: number): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export function memoryLibrary(): MemoryLibrary {
  const tracks = new Map<number, LibraryTrack>();
  let folder: string | undefined;
  let open = 0;

  return {
    isSetUp: true,
    // Whose the folder is, is no matter of tests that make up its songs.
    mayUse: () => Promise.resolve(true),
    mayChoose: () => Promise.resolve(true),
    take: () => Promise.resolve(),
    start: () => ({ stop: () => Promise.resolve() }),
    scan() {},
    readNow: () => Promise.resolve(),
    idle: () => Promise.resolve(),
    status: () => Promise.resolve({ songs: tracks.size, scanning: null, skipped: [] }),
    place: () => Promise.resolve({ folder: null, canAdd: false }),
    newest: () => Promise.resolve([]),
    hidden: () => Promise.resolve(new Set()),
    hide: () => Promise.resolve(),
    add: () => Promise.reject(new Error("There is no folder to add to")),
    readCover: () => Promise.resolve(undefined),
    openFiles: () => open,
    search: (term, max) =>
      Promise.resolve([...tracks.values()].filter((t) => t.title.includes(term)).slice(0, max)),
    find: (id) => Promise.resolve(tracks.get(id)),
    async open(id): Promise<OpenSong | undefined> {
      const track = tracks.get(id);
      if (!track || track.isMissing) return;
      const file = await Deno.open(`${folder}/song.mp3`);
      open++;
      const { size, mtime } = await file.stat();
      const close = file.close.bind(file);
      file.close = () => {
        close();
        open--;
      };
      return { file, size, modifiedAt: mtime!.getTime(), type: "audio/mpeg" };
    },
    async fill(db, count, bytes = new Uint8Array(16)) {
      folder ??= await Deno.makeTempDir({ prefix: "siradaki-songs-" });
      await Deno.writeFile(`${folder}/song.mp3`, bytes);
      const made = Array.from({ length: count }, (_, i) => toTrack(i + 1));
      for (const track of made) tracks.set(track.id, track);
      for (let from = 0; from < made.length; from += 100) {
        await db.write((d) => [
          d.insert(libraryTracks).values(made.slice(from, from + 100).map(toRow)),
        ]);
      }
    },
    lose(id) {
      tracks.set(id, { ...tracks.get(id)!, isMissing: true });
    },
    async [Symbol.asyncDispose]() {
      if (folder) await Deno.remove(folder, { recursive: true });
    },
  };
}

function toTrack(id: number): LibraryTrack {
  return {
    id,
    title: `Şarkı ${id}`,
    artist: "Kafe",
    album: "",
    durationMs: SONG_MS,
    isExplicit: false,
    hasCover: id % 2 === 1,
    gainDb: -id / 2,
    extension: "mp3",
    isMissing: false,
  };
}

function toRow({ extension, isMissing: _, ...track }: LibraryTrack) {
  return {
    ...track,
    path: `${track.id}.${extension}`,
    size: 1,
    modifiedAt: 1,
    folded: track.title.toLowerCase(),
    // Keys need not be spread well: the factors of the rounds do that.
    shuffleKey: Math.imul(track.id, 0x9e3779b1) & 0x7fffffff,
  };
}
