// The devices of one listener, of which at most one is active.
import { SpotifyError } from "../parameters.ts";

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
