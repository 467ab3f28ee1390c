// One listener's player: what plays on which device, and how far a clock has carried it.
import type { Song } from "./song.ts";
import { SpotifyError } from "./spotify_error.ts";

export interface DemoDevice {
  /** The real service sends null for some devices. */
  id: string | null;
  name: string;
  type: "Computer" | "Smartphone" | "Speaker" | "Tablet";
  isActive: boolean;
  isRestricted: boolean;
}

export interface Playing {
  song: Song;
  progressMs: number;
  isPlaying: boolean;
}

interface Current {
  song: Song;
  /** When this song would have begun had it never been paused, in epoch ms. */
  beganAt: number;
  pausedAt: number | null;
}

export class Player {
  #current: Current | null = null;
  #upcoming: Song[] = [];

  constructor(
    readonly devices: DemoDevice[],
    private readonly now: () => number,
    private readonly onStart: (song: Song) => void,
  ) {}

  /** What the clock says now; null where nothing plays, as after a song with nothing behind it. */
  playing(): Playing | null {
    this.#settle();
    if (!this.#current) return null;
    const { song, beganAt, pausedAt } = this.#current;
    return { song, progressMs: (pausedAt ?? this.now()) - beganAt, isPlaying: pausedAt === null };
  }

  /** Replaces what plays, and what was to follow, by `songs` from `positionMs` of the first. */
  play([first, ...rest]: [Song, ...Song[]], deviceId?: string, positionMs = 0): void {
    this.#activate(deviceId);
    this.#upcoming = rest;
    this.#start(first, this.now() - positionMs);
  }

  resume(deviceId?: string): void {
    this.#settle();
    this.#activate(deviceId);
    if (this.#current?.pausedAt == null) throw restricted();
    this.#current.beganAt += this.now() - this.#current.pausedAt;
    this.#current.pausedAt = null;
  }

  pause(deviceId?: string): void {
    this.#settle();
    this.#activate(deviceId);
    if (!this.#current || this.#current.pausedAt !== null) throw restricted();
    this.#current.pausedAt = this.now();
  }

  /** Goes on to what is queued; the music stops where nothing is. */
  next(deviceId?: string): void {
    this.#settle();
    this.#activate(deviceId);
    this.#advance(this.now());
  }

  enqueue(song: Song, deviceId?: string): void {
    this.#settle();
    this.#activate(deviceId);
    this.#upcoming.push(song);
  }

  /** Lets the song that plays end now. */
  endSong(): void {
    this.#settle();
    if (this.#current) this.#advance(this.now());
  }

  /** The device that a command meant for `deviceId`, or for whichever is active, goes to becomes the active one. */
  #activate(deviceId?: string): void {
    const device = deviceId === undefined
      ? this.devices.find((d) => d.isActive)
      : this.devices.find((d) => d.id === deviceId);
    if (!device) {
      throw deviceId === undefined
        ? new SpotifyError(404, "Player command failed: No active device found", "NO_ACTIVE_DEVICE")
        : new SpotifyError(404, "Device not found");
    }
    if (device.isRestricted) throw restricted();
    for (const other of this.devices) other.isActive = other === device;
  }

  #settle(): void {
    while (this.#current && this.#current.pausedAt === null) {
      const endsAt = this.#current.beganAt + this.#current.song.durationMs;
      if (this.now() < endsAt) return;
      this.#advance(endsAt);
    }
  }

  #advance(at: number): void {
    const next = this.#upcoming.shift();
    if (next) this.#start(next, at);
    else this.#current = null;
  }

  #start(song: Song, beganAt: number): void {
    this.#current = { song, beganAt, pausedAt: null };
    this.onStart(song);
  }
}

function restricted(): SpotifyError {
  return new SpotifyError(403, "Player command failed: Restriction violated", "UNKNOWN");
}
