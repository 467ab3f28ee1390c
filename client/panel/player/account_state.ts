// What the player bar says of the music account in a word or two: all is well, or what to look at.
import type { Device } from "../../../server/contract/music.ts";
import type { Connection } from "../live/read_connection.ts";

export interface AccountState {
  tone: "well" | "attention" | "off";
  label: string;
}

/** `devices` are undefined until the player was read. */
export function accountState(
  connection: Connection | undefined,
  devices: Device[] | undefined,
): AccountState {
  if (!connection) return { tone: "off", label: "Müzik" };
  if ("unchecked" in connection) return { tone: "off", label: "Spotify durumu bilinmiyor" };
  if (connection.reason === "consent_ended") {
    return { tone: "attention", label: "Spotify izni sona erdi" };
  }
  if (!connection.isSpotifyConnected) return { tone: "off", label: "Spotify bağlı değil" };
  if (devices?.length === 0) return { tone: "attention", label: "Açık cihaz yok" };
  // Several devices, and none that the player would use by itself: the owner has to choose.
  if (devices && devices.length > 1 && !devices.some((d) => d.isChosen || d.isActive)) {
    return { tone: "attention", label: "Cihaz seçin" };
  }
  if (connection.reconnectSoon) return { tone: "attention", label: "Spotify izni bitiyor" };
  return { tone: "well", label: "Spotify bağlı" };
}
