// What the owner's player does now, and which devices there are.
import { findGrant } from "../../db/music_grants.ts";
import { ORDER_LIFETIME_MS } from "../../db/plays.ts";
import type { Device, SearchResult } from "../contract/music.ts";
import type { PlayerState } from "../contract/playback.ts";
import { withAccessToken } from "../music/spotify/access_token.ts";
import { isOurs } from "./is_ours.ts";
import type { NowPlaying, Song } from "../music/provider.ts";
import { findLeftClaim, playFlight, settleBy, type SettleDeps } from "./settle_claim.ts";

/** @throws DomainError `music_*` */
export async function readPlayer(deps: SettleDeps, ownerId: string): Promise<PlayerState> {
  // Several open pages ask at the same time; the service is asked once.
  return await deps.singleFlight.run(`player ${ownerId}`, async () => {
    const [player, devices] = await withAccessToken(
      deps,
      ownerId,
      (context) => Promise.all([deps.music.player(context), deps.music.devices(context)]),
    );
    await settleInPassing(deps, ownerId, player);
    const chosen = (await findGrant(deps.db, ownerId))?.deviceId;
    return toPlayerState(
      player,
      devices.map((device) => ({ ...device, isChosen: device.id === chosen })),
    );
  });
}

/** A song as the wire carries it. */
export function toSearchResult({ id, title, artist, albumArt, uri }: Song): SearchResult {
  return { id, title, artist, albumArt, uri };
}

/** A song whose play order went unanswered may have begun since: whoever looks at the player settles that. */
async function settleInPassing(
  deps: SettleDeps,
  ownerId: string,
  player: NowPlaying | null,
): Promise<void> {
  const claim = await findLeftClaim(deps, ownerId);
  if (!claim || deps.singleFlight.isRunning(playFlight(ownerId))) return;
  const old = deps.now() - claim.claimedAt >= ORDER_LIFETIME_MS;
  if (!old && !isOurs(player, claim, deps.now())) return;
  await deps.singleFlight.run(playFlight(ownerId), () => settleBy(deps, claim, player));
}

function toPlayerState(player: NowPlaying | null, devices: Device[]): PlayerState {
  const song = player && !isOver(player) ? player.song : null;
  return {
    isPlaying: player?.isPlaying ?? false,
    track: song && toSearchResult(song),
    progressMs: song && player ? player.progressMs : 0,
    durationMs: song?.durationMs ?? 0,
    device: player?.device ?? null,
    devices,
  };
}

/** Where nothing follows a song, the service goes on showing it: at rest, at its start or its end. */
function isOver({ song, isPlaying, progressMs }: NowPlaying): boolean {
  return !isPlaying && (progressMs === 0 || progressMs >= (song?.durationMs ?? 0));
}
