// Serves the calls for the owner's player, and for playing by itself.
import { AUTOMATIC_CALLS, PLAYBACK_CALLS } from "../contract/playback.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { choosePlayDevice, pause, playNext, resume, setVolume, skip } from "./hands.ts";
import { switchAuto } from "./tell_conductor.ts";
import { answerNow, readPlayback, readPlayer } from "./what_plays.ts";

export function automaticRoutes(deps: Deps) {
  return serveCalls(deps, AUTOMATIC_CALLS, {
    "GET /api/playback": ({ caller }) => readPlayback(deps, caller),
    "PUT /api/playback/auto": ({ caller, body }) => switchAuto(deps, caller, body.on),
    "POST /api/playback/pause": ({ caller }) => pause(deps, caller.ownerId),
    "POST /api/playback/resume": ({ caller }) => resume(deps, caller.ownerId),
    "POST /api/playback/skip": ({ caller, body }) => skip(deps, caller, body),
    "PUT /api/playback/volume": ({ caller, body }) => setVolume(deps, caller.ownerId, body.percent),
  });
}

export function playbackRoutes(deps: Deps) {
  return serveCalls(deps, PLAYBACK_CALLS, {
    "GET /api/cafes/:cafeId/now": async ({ c, params }) => {
      // The position is of this moment.
      c.header("Cache-Control", "no-store");
      return await answerNow(deps, params.cafeId);
    },
    "GET /api/spotify/player": ({ caller }) => readPlayer(deps, caller.ownerId),
    "PUT /api/spotify/device": ({ caller, body }) =>
      choosePlayDevice(deps, caller.ownerId, body.deviceId),
    "POST /api/requests/play-next": ({ caller, body }) => playNext(deps, caller, body),
  });
}
