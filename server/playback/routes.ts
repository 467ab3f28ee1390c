// Serves the calls for the owner's player.
import { PLAYBACK_CALLS } from "../contract/playback.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { choosePlayDevice } from "./choose_device.ts";
import { playNext } from "./play_next.ts";
import { readPlayer } from "./player.ts";

export function playbackRoutes(deps: Deps) {
  return serveCalls(deps, PLAYBACK_CALLS, {
    "GET /api/spotify/player": ({ caller }) => readPlayer(deps, caller.ownerId),
    "PUT /api/spotify/device": ({ caller, body }) =>
      choosePlayDevice(deps, caller.ownerId, body.deviceId),
    "POST /api/requests/play-next": ({ caller }) => playNext(deps, caller.ownerId),
  });
}
