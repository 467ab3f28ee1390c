// The player of a simulated evening, as its people and the service move it: what plays, and what comes by itself after it.
import type { SongFacts } from "../../../server/playback/conductor/state.ts";

/** Shorter songs do not fade. */
const MIN_FADED_MS = 30_000;

interface Current {
  song: SongFacts;
  /** Whether it is no song for the player: an advertisement or an episode. */
  isOther: boolean;
  contextUri: string | null;
  beganAt: number;
  pausedAt: number | null;
}

export class SimulatedPlayer {
  /** How long the evening has lasted. */
  now = 0;
  current: Current | null = null;
  /** How long before its end a song fades into the next one, if there is one. */
  crossfadeMs = 0;
  /** Whether the service adds songs of its own after a single one. */
  autoplay = false;
  /** Whether the player begins a single song again at its end. */
  repeats = false;
  /** What has begun to play, and when. */
  readonly begun: { at: number; uri: string }[] = [];
  /** The device that plays, or that shows what it played last. */
  device = "bar";
  /** Spans in which nothing sounded, although the person had not paused it. */
  silentSince: number | null = 0;
  readonly silences: { from: number; to: number }[] = [];
  #songs = 0;

  song(durationMs = 200_000): SongFacts {
    const n = this.#songs++;
    return { uri: `spotify:track:${n}`, title: `Song ${n}`, artist: "A", albumArt: "", durationMs };
  }

  /** A person chooses a song in the music service's own program. */
  choose(durationMs?: number): void {
    this.play(this.song(durationMs), null);
  }

  /** The service plays an advertisement, and goes on in the playlist after it. */
  advertise(durationMs: number): void {
    this.play(this.song(durationMs), this.current?.contextUri ?? null, true);
  }

  pause(): void {
    if (this.current && this.current.pausedAt === null) this.current.pausedAt = this.now;
    this.#noteSilence();
  }

  resume(): void {
    const { current } = this;
    if (!current || current.pausedAt === null) return;
    current.beganAt += this.now - current.pausedAt;
    current.pausedAt = null;
    this.#noteSilence();
  }

  skip(): void {
    this.endSong();
  }

  isSilent(): boolean {
    return !this.current || this.current.pausedAt !== null;
  }

  /** How much of the song that plays is left. */
  leftMs(): number {
    return this.endsAt() - this.now;
  }

  endsAt(): number {
    const { beganAt, song: { durationMs } } = this.current!;
    const fadeMs = this.#hasMore() && durationMs >= MIN_FADED_MS ? this.crossfadeMs : 0;
    return beganAt + durationMs - fadeMs;
  }

  /** Whether the player goes on by itself after what plays. */
  #hasMore(): boolean {
    return this.autoplay || this.current!.contextUri !== null;
  }

  protected endSong(): void {
    const { current } = this;
    if (current && this.repeats && current.contextUri === null) this.play(current.song, null);
    else if (current && this.#hasMore()) this.play(this.song(), current.contextUri);
    else this.current = null;
    this.#noteSilence();
  }

  protected play(song: SongFacts, contextUri: string | null, isOther = false): void {
    this.current = { song, contextUri, isOther, beganAt: this.now, pausedAt: null };
    this.begun.push({ at: this.now, uri: song.uri });
    this.#noteSilence();
  }

  #noteSilence(): void {
    const isSilent = this.isSilent();
    if (isSilent) this.silentSince ??= this.now;
    else if (this.silentSince !== null) {
      this.silences.push({ from: this.silentSince, to: this.now });
      this.silentSince = null;
    }
  }
}
