// Orders to play: on which device, and how the player goes on after them (docs/playback.md#devices).
import { getLogger } from "@logtape/logtape";
import { LRUCache } from "lru-cache";
import type { MusicGrant } from "../../../db/music/music_grants.ts";
import { DomainError } from "../../errors.ts";
import type { Device, OrderOptions, Playlist, PlayOutcome } from "../provider.ts";
import { type TokenCall, withAccessToken } from "./tokens.ts";
import type { Modes, SpotifyDevice } from "./answers.ts";
import { chosenDeviceOff, MissingError, playlistUnknown, spotifyError } from "./refusals.ts";
import type { SpotifyParts } from "./provider.ts";

type Choice = Pick<MusicGrant, "deviceId" | "deviceName">;

/**
 * Returns the device to play on after Spotify has found none: the chosen one, else the only one that may be controlled.
 * @throws DomainError `music_no_device` if the chosen one is off, or if there is no device; `music_restricted` if none
 *   may be controlled; `music_choose_device` if several may
 */
export function deviceFor(choice: Choice, devices: readonly SpotifyDevice[]): SpotifyDevice {
  const usable = devices.filter((device) => !device.isRestricted);
  if (choice.deviceId !== null) {
    const chosen = usable.find(({ id }) => id === choice.deviceId);
    if (!chosen) throw chosenDeviceOff(choice.deviceName);
    return chosen;
  }
  if (devices.length === 0) throw spotifyError("music_no_device");
  const [first, ...others] = usable;
  if (!first) throw spotifyError("music_restricted");
  if (others.length > 0) throw spotifyError("music_choose_device");
  return first;
}

/** The devices with the choice marked. A chosen one that is off is listed too, as one that may not be controlled. */
export function withChosen(
  devices: readonly SpotifyDevice[],
  { deviceId, deviceName }: Choice,
): Device[] {
  const listed = devices.map((device) => ({ ...device, isChosen: device.id === deviceId }));
  if (deviceId === null || deviceName === null || listed.some((d) => d.isChosen)) return listed;
  const off = { id: deviceId, name: deviceName, isActive: false, isRestricted: true };
  return [...listed, { ...off, isChosen: true }];
}

/** Refusals that an order would meet as well. */
const CONCERNS_ORDERS = ["music_no_device", "music_not_connected", "music_busy"];

const log = getLogger(["siradaki", "music"]);

/** Sets modes that are not known to be set. Returns a refusal that the order would meet too. @throws TokenRefusedError */
async function setModes(
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
async function setModesAfterwards(...args: Parameters<typeof setModes>): Promise<void> {
  try {
    await setModes(...args);
  } catch (error) {
    log.warn("Cannot set repeat and shuffle after an order, will try with the next one: {error}", {
      error,
    });
  }
}

interface Order {
  /** Set before the order, so that its song does not come again or its list is mixed from the start. */
  before: Modes;
  give(call: TokenCall, deviceId: string | undefined): Promise<PlayOutcome>;
  /** Set once it is carried out. */
  after: Modes;
}

/** Plays one song, which is not repeated. */
export function playSong(
  parts: SpotifyParts,
  grant: MusicGrant,
  uri: string,
  options: OrderOptions,
): Promise<PlayOutcome> {
  return carryOut(parts, grant, options, {
    before: { repeat: "off" },
    give: (call, deviceId) => parts.api.play(uri, deviceId, call),
    after: {},
  });
}

/** Plays a playlist from anywhere, shuffled and without an end. */
export function playPlaylist(
  parts: SpotifyParts,
  grant: MusicGrant,
  { uri, length }: Pick<Playlist, "uri" | "length">,
  options: OrderOptions,
): Promise<PlayOutcome> {
  // Some players open a shuffled list on its first song, so the order names another. It cannot without the length: a
  // place beyond the end is refused.
  const position = length ? Math.floor(parts.random() * length) : undefined;
  return carryOut(parts, grant, options, {
    before: { shuffle: true },
    async give(call, deviceId) {
      const order = (position?: number) => parts.api.playContext({ uri, position }, deviceId, call);
      const outcome = await order(position);
      // The list may have become shorter since its length was read.
      const isRefused = outcome.kind === "refused" && outcome.error.code === "music_restricted";
      return asOfPlaylist(isRefused && position !== undefined ? await order() : outcome);
    },
    after: { repeat: "context" },
  });
}

/**
 * Gives the order on the device that it names, else on the chosen one, else on the active one. If that one is not there,
 * on the chosen or the only device.
 */
function carryOut(
  parts: SpotifyParts,
  grant: MusicGrant,
  { signal, deviceId }: OrderOptions,
  { before, give, after }: Order,
): Promise<PlayOutcome> {
  return withAccessToken(parts, grant, async (call) => {
    const wanted = deviceId ?? grant.deviceId ?? undefined;
    const refusal = await setModes(parts, grant, before, wanted, call);
    const first: PlayOutcome = refusal
      ? { kind: "refused", error: refusal }
      : await give(call, wanted);
    if (first.kind !== "refused" || first.error.code !== "music_no_device") {
      if (first.kind === "ok") await setModesAfterwards(parts, grant, after, wanted, call);
      return first;
    }
    const { id } = deviceFor(grant, await parts.api.devices(call));
    const second = await give(call, id);
    // A device that was not active takes the modes only once it plays.
    if (second.kind === "ok") {
      await setModesAfterwards(parts, grant, { ...before, ...after }, id, call);
    }
    return second;
  }, signal);
}

function asOfPlaylist(outcome: PlayOutcome): PlayOutcome {
  return outcome.kind === "refused" && outcome.error instanceof MissingError
    ? { ...outcome, error: playlistUnknown(outcome.error) }
    : outcome;
}

// What is known of each player's repeat and shuffle, so that no command is spent on what is set already.

/** A person may change them in Spotify's app at any time, so what was seen does not hold for long. */
const FRESH_MS = 15_000;
/** A look soon after a command may still show what was before it. */
const STALE_MS = 3_000;
const MAX_PLAYERS = 1_000;

export interface KnownModes {
  /** The modes of this owner's player, as far as they are known. */
  of(ownerId: string): Modes;
  /** Takes note of what a look has shown. */
  saw(ownerId: string, modes: Modes): void;
  /** Takes note of what a command has set. */
  set(ownerId: string, change: Modes): void;
}

/** `now` is in epoch ms. */
export function createKnownModes(now: () => number): KnownModes {
  const known = new LRUCache<string, { modes: Modes; at: number; setAt: number }>({
    max: MAX_PLAYERS,
  });
  const isWithin = (ms: number, at: number) => now() >= at && now() - at < ms;

  return {
    of(ownerId) {
      const entry = known.get(ownerId);
      return entry && isWithin(FRESH_MS, entry.at) ? entry.modes : {};
    },
    saw(ownerId, modes) {
      const setAt = known.get(ownerId)?.setAt ?? -Infinity;
      if (!isWithin(STALE_MS, setAt)) known.set(ownerId, { modes, at: now(), setAt });
    },
    set(ownerId, change) {
      known.set(ownerId, { modes: { ...this.of(ownerId), ...change }, at: now(), setAt: now() });
    },
  };
}
