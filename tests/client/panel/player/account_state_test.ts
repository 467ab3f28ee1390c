import { strict as assert } from "node:assert";
import type { PlaybackStateName } from "../../../../server/contract/playback.ts";
import type { Connection } from "../../../../client/panel/live/live_cafe.ts";
import { accountState } from "../../../../client/panel/player/PlayerBar.tsx";

const CONNECTED: Connection = {
  isSpotifyConnected: true,
  reason: null,
  connectedUntil: "2027-05-02T17:00:00.000Z",
  reconnectSoon: false,
  demo: false,
  connectAt: "http://kafe.test",
};
for (
  const [what, connection, state, tone, label] of [
    ["nothing is known", undefined, undefined, "off", "Müzik"],
    ["all is well", CONNECTED, "request", "well", "Spotify bağlı"],
    ["nothing is known of the music yet", CONNECTED, undefined, "well", "Spotify bağlı"],
    ["no device is open", CONNECTED, "no_device", "attention", "Açık cihaz yok"],
    [
      "the consent ends soon",
      { ...CONNECTED, reconnectSoon: true },
      "request",
      "attention",
      "Spotify izni bitiyor",
    ],
    [
      "the consent has ended",
      { ...CONNECTED, isSpotifyConnected: false, reason: "consent_ended" },
      undefined,
      "attention",
      "Spotify izni sona erdi",
    ],
    [
      "none was ever connected",
      { ...CONNECTED, isSpotifyConnected: false, reason: "never_connected" },
      undefined,
      "off",
      "Spotify bağlı değil",
    ],
    [
      "the check failed",
      { isSpotifyConnected: false, unchecked: new Error() },
      undefined,
      "off",
      "Spotify durumu bilinmiyor",
    ],
  ] as [string, Connection | undefined, PlaybackStateName | undefined, string, string][]
) {
  Deno.test(`the music account's label is '${label}' if ${what}`, () => {
    assert.deepEqual(accountState(connection, state), { tone, label });
  });
}
