// What the player bar says of the source of the music: its name, or the state of its account; and whether it can play.
import type { PlaybackStateName } from "../../../server/contract/automatic.ts";
import type { CafeFacts } from "../live/live_cafe.ts";
import type { Connection } from "../live/read_connection.ts";
import { needsAccount } from "../source_traits.ts";

/** The sources without an account. */
const LABELS: Record<string, string> = {
  library: "Kafenin dosyaları",
  manual: "Başka sistem",
};

/** As `accountState`, or the name of a source that has no account. */
export function musicState(
  facts: CafeFacts | undefined,
  state: PlaybackStateName | undefined,
): AccountState {
  const label = facts && LABELS[facts.cafe.source];
  return label ? { tone: "well", label } : accountState(facts?.connection, state);
}

interface AccountState {
  tone: "well" | "attention" | "off";
  label: string;
}

/** What to say of the music account in a word or two. `state` is undefined until it was read. */
export function accountState(
  connection: Connection | undefined,
  state: PlaybackStateName | undefined,
): AccountState {
  if (!connection) return { tone: "off", label: "Müzik" };
  if ("unchecked" in connection) return { tone: "off", label: "Spotify durumu bilinmiyor" };
  if (connection.reason === "consent_ended") {
    return { tone: "attention", label: "Spotify izni sona erdi" };
  }
  if (!connection.isSpotifyConnected) return { tone: "off", label: "Spotify bağlı değil" };
  if (state === "no_device") return { tone: "attention", label: "Açık cihaz yok" };
  if (connection.reconnectSoon) return { tone: "attention", label: "Spotify izni bitiyor" };
  return { tone: "well", label: "Spotify bağlı" };
}

/** Whether songs can be started from here: false until the facts are known, and while an account that is needed is not connected. */
export function canPlay(facts: CafeFacts | undefined): boolean {
  if (!facts) return false;
  return !needsAccount(facts.cafe.source) || facts.connection.isSpotifyConnected;
}
