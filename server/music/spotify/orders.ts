// Orders to play: on which device, and how the player goes on after them (docs/playback.md#devices).
import type { MusicGrant } from "../../../db/music_grants.ts";
import type { OrderOptions, Playlist, PlayOutcome } from "../provider.ts";
import { withAccessToken } from "./access_token.ts";
import type { Modes } from "./player_answer.ts";
import { deviceFor } from "./devices.ts";
import { MissingError, playlistUnknown } from "./refusals.ts";
import { setModes, setModesAfterwards } from "./set_modes.ts";
import type { SpotifyParts } from "./spotify_parts.ts";
import type { TokenCall } from "./tokens.ts";

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
