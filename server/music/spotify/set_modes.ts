// Sets repeat and shuffle around an order to play (docs/music.md#orders).
import { getLogger } from "@logtape/logtape";
import type { MusicGrant } from "../../../db/music_grants.ts";
import { DomainError } from "../../errors.ts";
import type { Modes } from "./player_answer.ts";
import type { SpotifyParts } from "./spotify_parts.ts";
import type { TokenCall } from "./tokens.ts";

/** Refusals that an order would meet as well. */
const CONCERNS_ORDERS = ["music_no_device", "music_not_connected", "music_busy"];

const log = getLogger(["siradaki", "music"]);

/** Sets modes that are not known to be set. Returns a refusal that the order would meet too. @throws TokenRefusedError */
export async function setModes(
  { api, knownModes }: SpotifyParts,
  { ownerId }: MusicGrant,
  { repeat, shuffle }: Modes,
  deviceId: string | undefined,
  call: TokenCall,
): Promise<DomainError | undefined> {
  const known = knownModes.of(ownerId);
  try {
    if (shuffle !== undefined && shuffle !== known.shuffle) {
      await api.setShuffle(shuffle, deviceId, call);
      knownModes.set(ownerId, { shuffle });
    }
    if (repeat !== undefined && repeat !== known.repeat) {
      await api.setRepeat(repeat, deviceId, call);
      knownModes.set(ownerId, { repeat });
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (CONCERNS_ORDERS.includes(error.code)) return error;
  }
}

/** Like setModes, after an order that was carried out: whatever fails now must not have it given again. */
export async function setModesAfterwards(...args: Parameters<typeof setModes>): Promise<void> {
  try {
    await setModes(...args);
  } catch (error) {
    log.warn("Cannot set repeat and shuffle after an order, will try with the next one: {error}", {
      error,
    });
  }
}
