// What a player can play, and on which devices.
import { SpotifyError } from "../parameters.ts";
import type { Song } from "../song.ts";

/** A podcast's episode. The API shows it only to those who ask for `additional_types=episode`. */
export interface Episode {
  type: "episode";
  id: string;
  uri: string;
  title: string;
  show: string;
  durationMs: number;
}

/** An advertisement. The API shows neither it nor its duration. */
export interface Advertisement {
  type: "ad";
  uri: string;
  title: string;
  durationMs: number;
}

export type Item = Song | Episode | Advertisement;

// How long items play: as long as in the catalogue, or shorter for someone who tries out what follows a song.

/** A factor of the catalogue's duration, or a fixed length in ms. */
export type SongLength = { factor: number } | { ms: number };

/** A bound on how many songs begin and end between two looks at the player. */
const MIN_LENGTH_MS = 1_000;

/** How long `item` plays, in ms. */
export function lengthOf({ durationMs }: Pick<Item, "durationMs">, length?: SongLength): number {
  if (!length) return durationMs;
  const shortMs = "ms" in length ? length.ms : durationMs * length.factor;
  return Math.max(MIN_LENGTH_MS, Math.round(shortMs));
}

// The devices of one listener, of which at most one is active.

export interface DemoDevice {
  /** The real service sends null for some devices. */
  id: string | null;
  name: string;
  type: "Computer" | "Smartphone" | "Speaker" | "Tablet";
  /** The API lists only devices that are switched on. */
  isOn: boolean;
  isActive: boolean;
  isRestricted: boolean;
  volumePercent: number;
  /** Phones refuse a change of their volume. */
  supportsVolume: boolean;
}

export function activeDevice(devices: readonly DemoDevice[]): DemoDevice | undefined {
  return devices.find((device) => device.isOn && device.isActive);
}

/**
 * Returns the device with `deviceId`, or the active one if none is named.
 * @throws SpotifyError 404 if there is none, 403 if it may not be controlled
 */
export function requireDevice(devices: readonly DemoDevice[], deviceId?: string): DemoDevice {
  const device = deviceId === undefined
    ? activeDevice(devices)
    : devices.find(({ id, isOn }) => isOn && id === deviceId);
  if (!device) {
    throw deviceId === undefined
      ? new SpotifyError(404, "Player command failed: No active device found", "NO_ACTIVE_DEVICE")
      : new SpotifyError(404, "Device not found");
  }
  if (device.isRestricted) throw restricted();
  return device;
}

/** The refusal of a command that the player cannot carry out now. */
export function restricted(): SpotifyError {
  return new SpotifyError(403, "Player command failed: Restriction violated", "UNKNOWN");
}
