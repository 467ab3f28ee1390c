// Whole songs in memory: a song that is there plays on without a network, and begins without waiting for one.
import { pauseS } from "./pauses.ts";

/** What the server refuses is asked for again at most after so many calls of `keep`, of which there is one a second. */
const MAX_REST = 30;

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
  /** How often in a row the server has refused it, and how many calls of `keep` it is left alone for. */
  refusals: number;
  rest: number;
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
          {
            isUnderWay: false,
            isCutOff: false,
            refusals: 0,
            rest: 0,
            aborting: new AbortController(),
          };
        songs.set(address, song);
        song.rest = Math.max(0, song.rest - 1);
        if (!song.isUnderWay && song.from === undefined && song.rest === 0) void get(address, song);
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
      // It is tried again: without a network by the next `keep`.
      song.isCutOff = !(error instanceof RefusedError);
      if (!song.isCutOff) song.rest = pauseS(song.refusals += 1, MAX_REST);
    } finally {
      song.isUnderWay = false;
    }
  }
}

/** A larger file is not kept, but played as it arrives. */
const MAX_BYTES = 60 * 1024 * 1024;

/** The server answered, and not with the song. */
class RefusedError extends Error {
  override name = "RefusedError";
}

/** @throws RefusedError if the server does not send the song, another Error if it gave no answer */
async function fetchSong(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new RefusedError(`${address}: HTTP ${response.status}`);
  if (Number(response.headers.get("content-length")) > MAX_BYTES) {
    await response.body?.cancel();
    return address;
  }
  return URL.createObjectURL(await response.blob());
}
