// Whole songs in memory: a song that is there plays on without a network, and begins without waiting for one.
import { fetchSong, RefusedError } from "./fetch_song.ts";

export interface SongFiles {
  /** Fetches what is at these addresses, and forgets everything else. What could not be fetched is tried again. */
  keep(addresses: readonly string[]): void;
  /**
   * The address to play the song from: one in memory, or its own if it is too large. Undefined until it is there.
   */
  at(address: string): string | undefined;
  /** Whether the last attempt to fetch it got no answer: then nothing is known of the song, and the server is out of reach. */
  isCutOff(address: string): boolean;
}

interface Fetched {
  from?: string;
  isUnderWay: boolean;
  isCutOff: boolean;
  aborting: AbortController;
}

/** `onReady` is called with the address of a song that `at` answers from then on. */
export function createSongFiles(onReady: (address: string) => void): SongFiles {
  const songs = new Map<string, Fetched>();

  return {
    keep(addresses) {
      for (const [address, song] of songs) {
        if (addresses.includes(address)) continue;
        song.aborting.abort();
        if (song.from?.startsWith("blob:")) URL.revokeObjectURL(song.from);
        songs.delete(address);
      }
      for (const address of addresses) {
        const song = songs.get(address) ??
          { isUnderWay: false, isCutOff: false, aborting: new AbortController() };
        songs.set(address, song);
        if (!song.isUnderWay && song.from === undefined) void get(address, song);
      }
    },
    at: (address) => songs.get(address)?.from,
    isCutOff: (address) => songs.get(address)?.isCutOff ?? false,
  };

  async function get(address: string, song: Fetched): Promise<void> {
    song.isUnderWay = true;
    try {
      const from = await fetchSong(address, song.aborting.signal);
      if (song.aborting.signal.aborted) return;
      song.from = from;
      song.isCutOff = false;
      onReady(address);
    } catch (error) {
      // Without a network, and while the server refuses: the next `keep` tries again.
      song.isCutOff = !(error instanceof RefusedError);
    } finally {
      song.isUnderWay = false;
    }
  }
}
