// The songs of a simulated evening: the cafe's own files, the guests' favourites, the playlist, and what others choose.
import type { Library } from "../../../../server/library/library.ts";
import { PLAYLISTS, SONGS } from "../../../../server/music/demo/catalogue.ts";
import type { FaultyPlayer } from "../../../support/music/faulty_player.ts";
import { memoryLibrary } from "../../../support/music/library_cafe.ts";

/** How many songs the folder has. */
export const FILES = 30;
/** The folder's songs, each of the same length. */
export const folder = memoryLibrary();
globalThis.addEventListener("unload", () => void folder[Symbol.asyncDispose]());

/** The songs of the folder are 40 to 234 s long. */
export function fileLengthMs(id: number): number {
  return (40 + (id * 61) % 195) * 1000;
}

/** The folder, as any process finds it. */
export function libraryOf(): Library {
  return {
    ...folder,
    async find(id) {
      const track = await folder.find(id);
      return track && { ...track, durationMs: fileLengthMs(id) };
    },
  };
}

/** The playlist that the cafe may choose for an empty queue. */
export const PLAYLIST = PLAYLISTS[4]!;

const isListed = (uri: string) => PLAYLIST.songs.some((song) => song.uri === uri);

/** The songs that guests ask for, none of which is on the playlist. */
export const GUEST_SONGS = SONGS.filter(({ uri }) => !isListed(uri)).slice(0, 60);
/** What people choose in the music account's own app. */
const OTHER_SONGS = SONGS.filter(({ uri }) => !isListed(uri)).slice(-10);

/** A song that people choose in the music account's own app. */
export function otherSong(n: number): typeof OTHER_SONGS[number] {
  return OTHER_SONGS[n % OTHER_SONGS.length]!;
}

/** The service adds songs of its own after a song, but none that a guest may ask for: no one could tell them apart. */
export function leaveGuestsSongsOut({ order }: FaultyPlayer): void {
  const guests = new Set(GUEST_SONGS.map(({ uri }) => uri));
  for (const way of ["after", "skip"] as const) {
    const following = order[way].bind(order);
    order[way] = (item) => {
      const passed = new Set<string>();
      let next = following(item);
      while (next && guests.has(next.uri)) {
        // What is repeated may have nothing but guests' songs.
        if (passed.has(next.uri)) return;
        passed.add(next.uri);
        next = following(next);
      }
      return next;
    };
  }
}
