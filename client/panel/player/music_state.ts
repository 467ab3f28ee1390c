// What the player bar says of the source of the music: its name, or the state of its account.
import type { Device } from "../../../server/contract/music.ts";
import type { CafeFacts } from "../live/live_cafe.ts";
import { type AccountState, accountState } from "./account_state.ts";

/** The sources without an account. */
const LABELS: Record<string, string> = {
  library: "Kafenin dosyaları",
  manual: "Başka sistem",
};

/** As `accountState`, or the name of a source that has no account. */
export function musicState(
  facts: CafeFacts | undefined,
  devices: Device[] | undefined,
): AccountState {
  const label = facts && LABELS[facts.cafe.source];
  return label ? { tone: "well", label } : accountState(facts?.connection, devices);
}
