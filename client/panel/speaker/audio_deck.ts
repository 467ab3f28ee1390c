// One of the two decks: an audio element that holds a song and plays it, from memory if it is there.
import type { SpeakerSong } from "../../../server/contract/speaker.ts";
import { pauseS, type SpeakerEvent } from "./speaker_machine.ts";

/** A song that has to play and does not move for this long cannot be played. */
const STALL_MS = 15_000;

export interface AudioDeck {
  held(): SpeakerSong | null;
  /** Holds `song` in place of what it held, silent, at its position. */
  load(song: SpeakerSong): void;
  play(): void;
  pause(): void;
  empty(): void;
  /** Called when the files have a song that they did not have before. */
  lookForFile(): void;
  /** Called every second: finds a song that has stopped moving, and goes on after what has passed. */
  check(nowMs: number): void;
}

interface DeckParts {
  audio: HTMLAudioElement;
  files: SongFiles;
  onEvent(event: SpeakerEvent): void;
}

/** `memory`: the song is whole. `address`: it comes as it is played. */
type Source = "none" | "memory" | "address";

/** The code of an error in a file that has come. */
const DECODING = 3;

export function createAudioDeck({ audio, files, onEvent }: DeckParts): AudioDeck {
  let song: SpeakerSong | null = null;
  let source: Source = "none";
  let isOn = false;
  let moved = { toS: 0, atMs: 0 };
  /** The last time that the song broke off while it was fetched: the reason, and its position when it was tried again. */
  let broken = { why: "", triedAtMs: -1 };
  audio.preload = "auto";
  audio.addEventListener("ended", () => {
    if (song && isOn) onEvent({ type: "ended", id: song.id, positionMs: positionMs() });
  });
  audio.addEventListener("timeupdate", () => song && onEvent(position(song)));
  audio.addEventListener("error", () => {
    const { code, message } = audio.error ?? {};
    if (song && source !== "none") recover(`error ${code} ${message ?? ""}`.trim());
  });

  const deck: AudioDeck = {
    held: () => song,
    load(next) {
      deck.empty();
      song = next;
      deck.lookForFile();
    },
    play() {
      if (isOn && !audio.paused || !song) return;
      isOn = true;
      moved = { toS: audio.currentTime, atMs: 0 };
      if (source === "none") open(song.positionMs);
      start(song);
    },
    pause() {
      isOn = false;
      audio.pause();
    },
    empty() {
      isOn = false;
      song = null;
      source = "none";
      broken = { why: "", triedAtMs: -1 };
      audio.pause();
      if (!audio.hasAttribute("src")) return;
      audio.removeAttribute("src");
      audio.load();
    },
    lookForFile() {
      if (!song || source !== "none" || !files.at(song.audioUrl)) return;
      if (isOn) goOn(song);
      else open(song.positionMs);
    },
    check(nowMs) {
      if (!isOn || !song) return;
      if (source === "none") goOn(song);
      else if (audio.currentTime !== moved.toS || moved.atMs === 0) {
        moved = { toS: audio.currentTime, atMs: nowMs };
      } else if (nowMs - moved.atMs > STALL_MS) recover("stalled");
      // Something else in the device may have paused it, as a telephone call does.
      else if (audio.paused && !audio.ended) start(song);
    },
  };
  return deck;

  function open(fromMs: number): void {
    const from = files.at(song!.audioUrl);
    source = from === undefined || from === song!.audioUrl ? "address" : "memory";
    audio.src = from ?? song!.audioUrl;
    if (fromMs > 0) audio.currentTime = fromMs / 1000;
  }

  function start(playing: SpeakerSong): void {
    audio.play().then(() => {
      if (song === playing && isOn) onEvent({ type: "began", id: playing.id });
    }, (error: DOMException) => {
      if (song !== playing || error.name !== "NotAllowedError") return;
      isOn = false;
      onEvent({ type: "refused", id: playing.id });
    });
  }

  /** Goes on from where the song is, from memory if it is whole by now. */
  function resume(playing: SpeakerSong): void {
    moved = { toS: 0, atMs: 0 };
    open(Math.max(positionMs(), playing.positionMs));
    start(playing);
  }

  /** What is whole in memory needs no network. Of what came as it was played a fetch says whether there is a way to it. */
  function recover(why: string): void {
    const playing = song!;
    const { audioUrl } = playing;
    const isFile = source === "memory" || audio.error?.code === DECODING;
    const isWhole = files.at(audioUrl) !== undefined && files.at(audioUrl) !== audioUrl;
    const atMs = positionMs();
    source = "none";
    // Before its turn, a song that could not be opened is only opened again.
    if (!isOn) return;
    song = { ...playing, positionMs: Math.max(atMs, playing.positionMs) };
    if (isFile) return fail(playing, why);
    if (isWhole) return resume(song);
    broken.why = why;
    files.fetchAgain(audioUrl);
  }

  /** Decides on a song that broke off. Without an answer of the server it waits. */
  function goOn(playing: SpeakerSong): void {
    const { audioUrl, positionMs: atMs } = playing;
    const state = files.state(audioUrl);
    if (state === "refused" || state === "there" && broken.triedAtMs === atMs) {
      return fail(playing, broken.why);
    }
    if (state !== "there") return;
    broken.triedAtMs = atMs;
    resume(playing);
  }

  function fail({ id }: SpeakerSong, why: string): void {
    isOn = false;
    onEvent({ type: "failed", id, why });
  }

  function position({ id }: SpeakerSong): SpeakerEvent {
    const leftMs = Number.isFinite(audio.duration)
      ? (audio.duration - audio.currentTime) * 1000
      : Infinity;
    return { type: "position", id, positionMs: positionMs(), leftMs, crossfadeMs: 0 };
  }

  function positionMs(): number {
    return Math.max(0, Math.round(audio.currentTime * 1000));
  }
}

// Whole songs in memory: a song that is there plays on without a network, and begins without waiting for one.

/** What the server refuses is asked for again at most after so many calls of `keep`, of which there is one a second. */
const MAX_REST = 30;

interface SongFiles {
  /** Fetches what is at these addresses, and forgets everything else. What could not be fetched is tried again. */
  keep(addresses: readonly string[]): void;
  /**
   * The address to play the song from: one in memory, or its own if it is too large. Undefined until it is there.
   */
  at(address: string): string | undefined;
  /** What the last attempt to fetch it has met: nothing so far, the song, a server out of reach, or its refusal. */
  state(address: string): FetchState;
  /** Asks the server once more, unless it is being asked. */
  fetchAgain(address: string): void;
}

type FetchState = "fetching" | "there" | "cut_off" | "refused";

interface Fetched {
  from?: string;
  isUnderWay: boolean;
  met: FetchState;
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
        const song: Fetched = songs.get(address) ??
          {
            isUnderWay: false,
            met: "fetching",
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
    state: (address) => songs.get(address)?.met ?? "fetching",
    fetchAgain(address) {
      const song = songs.get(address);
      if (!song) return;
      song.from = undefined;
      song.met = "fetching";
      if (!song.isUnderWay) void get(address, song);
    },
  };

  async function get(address: string, song: Fetched): Promise<void> {
    song.isUnderWay = true;
    try {
      const from = await fetchSong(address, song.aborting.signal);
      if (song.aborting.signal.aborted) return;
      song.from = from;
      song.met = "there";
      onReady(address);
    } catch (error) {
      // It is tried again: without a network by the next `keep`.
      song.met = error instanceof RefusedError ? "refused" : "cut_off";
      if (song.met === "refused") song.rest = pauseS(song.refusals += 1, MAX_REST);
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
