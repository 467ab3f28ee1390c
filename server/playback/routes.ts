// Serves the calls for the owner's player, and for playing by itself.
import { AUTOMATIC_CALLS } from "../contract/automatic.ts";
import { PLAYBACK_CALLS } from "../contract/playback.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { answerNow } from "./now_playing.ts";
import { choosePlayDevice } from "./choose_device.ts";
import { pause, resume } from "./pause.ts";
import { playNext } from "./play_next.ts";
import { readPlayback } from "./read_playback.ts";
import { readPlayer } from "./player.ts";
import { setVolume } from "./set_volume.ts";
import { skip } from "./skip.ts";
import { switchAuto } from "./switch_auto.ts";

export function automaticRoutes(deps: Deps) {
  return serveCalls(deps, AUTOMATIC_CALLS, {
    "GET /api/playback": ({ caller }) => readPlayback(deps, caller.ownerId),
    "PUT /api/playback/auto": ({ caller, body }) => switchAuto(deps, caller.ownerId, body.on),
    "POST /api/playback/pause": ({ caller }) => pause(deps, caller.ownerId),
    "POST /api/playback/resume": ({ caller }) => resume(deps, caller.ownerId),
    "POST /api/playback/skip": ({ caller }) => skip(deps, caller),
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
    "POST /api/requests/play-next": ({ caller }) => playNext(deps, caller),
  });
}
