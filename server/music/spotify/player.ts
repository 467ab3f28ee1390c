// A cafe's Spotify player. Its callers see neither its grant nor its tokens.
import { chooseDevice, type MusicGrant } from "../../../db/music_grants.ts";
import type { Device, Player, PlayOutcome } from "../provider.ts";
import { requireGrant, withAccessToken } from "./access_token.ts";
import { onlyDevice } from "./devices.ts";
import type { SpotifyParts } from "./spotify_parts.ts";
import { notConnected, spotifyError } from "./refusals.ts";

/** Reads the owner's grant, once. @throws DomainError `music_not_connected` */
export async function openPlayer(parts: SpotifyParts, ownerId: string): Promise<Player> {
  const grant = await requireGrant(parts, ownerId);
  return {
    play: ({ uri }, signal) => play(parts, grant, uri, signal),
    now: (signal) => withAccessToken(parts, grant, parts.api.player, signal),
    devices: () => listDevices(parts, grant),
    chooseDevice: (deviceId) => choose(parts, grant, deviceId),
  };
}

/** Plays on the chosen device, else on the active one. If there is none, plays on the only device (docs/playback.md#devices). */
function play(
  parts: SpotifyParts,
  grant: MusicGrant,
  uri: string,
  signal: AbortSignal | undefined,
): Promise<PlayOutcome> {
  return withAccessToken(parts, grant, async (call) => {
    const outcome = await parts.api.play(uri, grant.deviceId ?? undefined, call);
    if (outcome.kind !== "refused" || outcome.error.code !== "music_no_device") return outcome;
    const device = onlyDevice(await parts.api.devices(call));
    return await parts.api.play(uri, device.id, call);
  }, signal);
}

async function listDevices(parts: SpotifyParts, grant: MusicGrant): Promise<Device[]> {
  const devices = await withAccessToken(parts, grant, parts.api.devices);
  return devices.map((device) => ({ ...device, isChosen: device.id === grant.deviceId }));
}

async function choose(parts: SpotifyParts, grant: MusicGrant, deviceId: string): Promise<Device> {
  const devices = await listDevices(parts, grant);
  const device = devices.find(({ id, isRestricted }) => id === deviceId && !isRestricted);
  if (!device) throw spotifyError("device_not_found");
  if (!await chooseDevice(parts.db, grant.ownerId, deviceId)) throw notConnected();
  return { ...device, isChosen: true };
}
