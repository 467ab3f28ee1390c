// What a player's music comes out of (docs/playback.md#devices).

/** A device that can be chosen. */
export interface Device {
  id: string;
  name: string;
  isActive: boolean;
  isRestricted: boolean;
  /** The owner chose it. */
  isChosen: boolean;
}

/** The device that plays. */
export interface DeviceInUse {
  id: string | null;
  name: string;
  /** From 0 to 100. Null if it cannot be set or is not known. */
  volumePercent: number | null;
}
