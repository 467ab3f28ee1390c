import { strict as assert } from "node:assert";
import type { Device } from "../../../../server/contract/music.ts";
import type { Connection } from "../../../../client/panel/live/read_connection.ts";
import { accountState } from "../../../../client/panel/player/account_state.ts";

const CONNECTED: Connection = {
  isSpotifyConnected: true,
  reason: null,
  connectedUntil: "2027-05-02T17:00:00.000Z",
  reconnectSoon: false,
  demo: false,
  connectAt: "http://kafe.test",
};
const BAR: Device = {
  id: "bar",
  name: "Bar hoparlörü",
  isActive: true,
  isRestricted: false,
  isChosen: false,
};
const IDLE = { ...BAR, isActive: false };

for (
  const [what, connection, devices, tone, label] of [
    ["nothing is known", undefined, undefined, "off", "Müzik"],
    ["all is well", CONNECTED, [BAR], "well", "Spotify bağlı"],
    ["the devices are not known yet", CONNECTED, undefined, "well", "Spotify bağlı"],
    ["no device is open", CONNECTED, [], "attention", "Açık cihaz yok"],
    ["one idle device is open", CONNECTED, [IDLE], "well", "Spotify bağlı"],
    [
      "none of several devices is in use or chosen",
      CONNECTED,
      [IDLE, IDLE],
      "attention",
      "Cihaz seçin",
    ],
    ["one of several devices is in use", CONNECTED, [IDLE, BAR], "well", "Spotify bağlı"],
    [
      "one of several devices is chosen",
      CONNECTED,
      [IDLE, { ...IDLE, isChosen: true }],
      "well",
      "Spotify bağlı",
    ],
    [
      "the consent ends soon",
      { ...CONNECTED, reconnectSoon: true },
      [BAR],
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
  ] as [string, Connection | undefined, Device[] | undefined, string, string][]
) {
  Deno.test(`the music account's label is '${label}' if ${what}`, () => {
    assert.deepEqual(accountState(connection, devices), { tone, label });
  });
}
