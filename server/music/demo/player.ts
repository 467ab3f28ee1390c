// One listener's player: devices, the current song, and its progress by a clock.
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
  /** When this song would have begun if it had never been paused, in epoch ms. */
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

  /** What plays now, or null if nothing does, as after the last song of the queue. */
  playing(): Playing | null {
    this.#settle();
    if (!this.#current) return null;
    const { song, beganAt, pausedAt } = this.#current;
    return { song, progressMs: (pausedAt ?? this.now()) - beganAt, isPlaying: pausedAt === null };
  }

  /** Replaces the current song and the queue by `songs`, from `positionMs` of the first. */
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

  /** Goes on to the next queued song, or stops if there is none. */
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

  /** Ends the current song. */
  endSong(): void {
    this.#settle();
    if (this.#current) this.#advance(this.now());
  }

  /** Makes the device with `deviceId` the active one. Without an id the device that is active stays so. */
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
