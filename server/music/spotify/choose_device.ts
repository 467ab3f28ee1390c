// Keeps the owner's choice of where play-next plays.
import { chooseDevice } from "../../../db/music_grants.ts";
import { DomainError } from "../../errors.ts";
import { type TokenDeps, withAccessToken } from "./access_token.ts";

/** @throws DomainError `device_not_found` where the player does not list it or may not control it */
export async function choosePlayDevice(
  deps: TokenDeps,
  ownerId: string,
  deviceId: string,
): Promise<{ msg: string }> {
  const devices = await withAccessToken(deps, ownerId, deps.music.devices);
  const device = devices.find(({ id, isRestricted }) => id === deviceId && !isRestricted);
  if (!device) throw new DomainError("device_not_found");
  if (!await chooseDevice(deps.db, ownerId, deviceId)) throw new DomainError("music_not_connected");
  return { msg: `Şarkılar '${device.name}' cihazında çalınacak.` };
}
