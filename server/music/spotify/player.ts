// A cafe's Spotify player. Its callers see neither its grant nor its tokens.
import { chooseDevice, type MusicGrant } from "../../../db/music/music_grants.ts";
import { DomainError } from "../../errors.ts";
import {
  type Device,
  LeftOutError,
  type LookOptions,
  type NowPlaying,
  type Player,
} from "../provider.ts";
import type { SpotifyDevice } from "./answers.ts";
import { requireGrant, type TokenCall, withAccessToken } from "./tokens.ts";
import { deviceFor, playPlaylist, playSong, withChosen } from "./orders.ts";
import { notConnected, spotifyError } from "./refusals.ts";
import type { SpotifyParts } from "./provider.ts";

/** Reads the owner's grant, once. @throws DomainError `music_not_connected` */
export async function openPlayer(parts: SpotifyParts, ownerId: string): Promise<Player> {
  const grant = await requireGrant(parts, ownerId);
  const told = <T>(command: Promise<T>) => command.finally(() => forgetLook(parts, ownerId));
  return {
    play: ({ uri }, options = {}) => told(playSong(parts, grant, uri, options)),
    playPlaylist: (playlist, options = {}) => told(playPlaylist(parts, grant, playlist, options)),
    pause: (signal) =>
      told(withAccessToken(parts, grant, async (call) => {
        await parts.api.pause(call).catch(unlessAlready(parts, call, false));
      }, signal)),
    resume: (signal) =>
      told(withAccessToken(parts, grant, async (call) => {
        await resume(parts, grant, call).catch(unlessAlready(parts, call, true));
      }, signal)),
    setVolume: (percent, signal) =>
      withAccessToken(parts, grant, (call) => parts.api.setVolume(percent, call), signal),
    now: (options = {}) => look(parts, grant, options),
    devices: ({ mayBeOld } = { mayBeOld: false }) => listDevices(parts, grant, mayBeOld),
    chooseDevice: (deviceId) => choose(parts, grant, deviceId),
  };
}

/** For so long (ms) a look does for a screen, if the service is asked a lot at the moment. */
const LOOK_KEPT_MS = 30_000;
/** For so long (ms) a list of devices does. It is shorter, because a person looks there for a device just switched on. */
const DEVICES_KEPT_MS = 15_000;

/** A look from before a command no longer says what plays, and neither does one that was under way meanwhile. */
function forgetLook({ knownLooks }: SpotifyParts, ownerId: string): void {
  const { commands = 0 } = knownLooks.get(ownerId) ?? {};
  knownLooks.set(ownerId, { commands: commands + 1 });
}

async function look(
  parts: SpotifyParts,
  grant: MusicGrant,
  { signal, mayWait, mayBeOld }: LookOptions,
): Promise<NowPlaying | null> {
  const { knownLooks, now } = parts;
  const { commands = 0, seen } = knownLooks.get(grant.ownerId) ?? {};
  const known = mayBeOld ? seen : undefined;
  const ageMs = known ? now() - known.at : 0;
  const isFresh = known !== undefined && Math.abs(ageMs) < LOOK_KEPT_MS;
  try {
    const { playing, modes } = await withAccessToken(
      parts,
      grant,
      (call) => parts.api.player(call, mayWait || isFresh),
      signal,
    );
    if (playing) parts.knownModes.saw(grant.ownerId, modes);
    const since = knownLooks.get(grant.ownerId)?.commands ?? 0;
    if (since === commands) {
      knownLooks.set(grant.ownerId, { commands, ...playing && { seen: { at: now(), playing } } });
    }
    return playing;
  } catch (error) {
    if (!(error instanceof LeftOutError) || !isFresh) throw error;
    const { playing } = known;
    const movedMs = playing.isPlaying ? Math.max(0, ageMs) : 0;
    const progressMs = playing.progressMs === null ? null : playing.progressMs + movedMs;
    return { ...playing, progressMs, isOld: true };
  }
}

/** Goes on where it was paused. A device that was paused for long is not active any more. */
async function resume(parts: SpotifyParts, grant: MusicGrant, call: TokenCall): Promise<void> {
  try {
    await parts.api.resume(undefined, call);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "music_no_device") throw error;
    await parts.api.resume(deviceFor(grant, await parts.api.devices(call)).id, call);
  }
}

/** Handles a refusal to pause or to go on: Spotify refuses what is done already, and says no more than that. */
function unlessAlready({ api }: SpotifyParts, call: TokenCall, isPlaying: boolean) {
  return async (refusal: unknown): Promise<void> => {
    const isRefused = refusal instanceof DomainError && refusal.code === "music_restricted";
    const seen = isRefused && await api.player(call);
    if (!seen || (seen.playing?.isPlaying ?? false) !== isPlaying) throw refusal;
  };
}

async function listDevices(
  parts: SpotifyParts,
  grant: MusicGrant,
  mayBeOld = false,
): Promise<Device[]> {
  const { api, knownDevices, now } = parts;
  const list = (mayWait: boolean) =>
    withAccessToken(parts, grant, (call) => api.devices(call, mayWait));
  const known = knownDevices.get(grant.ownerId);
  const mayWait = mayBeOld && known !== undefined && Math.abs(now() - known.at) < DEVICES_KEPT_MS;
  let devices: SpotifyDevice[];
  try {
    devices = await list(mayWait);
    knownDevices.set(grant.ownerId, { at: now(), devices });
  } catch (error) {
    if (!(error instanceof LeftOutError) || !known) throw error;
    devices = known.devices;
  }
  return withChosen(devices, grant);
}

async function choose(parts: SpotifyParts, grant: MusicGrant, deviceId: string): Promise<Device> {
  const devices = await listDevices(parts, grant);
  const device = devices.find(({ id, isRestricted }) => id === deviceId && !isRestricted);
  if (!device) throw spotifyError("device_not_found");
  if (!await chooseDevice(parts.db, grant.ownerId, device)) throw notConnected();
  return { ...device, isChosen: true };
}
