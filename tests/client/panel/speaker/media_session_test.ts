import { strict as assert } from "node:assert";
import type { Api } from "../../../../client/panel/api.ts";
import { createStore } from "../../../../client/lib/store.ts";
import { asPlayed } from "../../../../client/panel/speaker/use_speaker.ts";
import { followMediaSession } from "../../../../client/panel/speaker/open_speaker.ts";
import type { Speaker, SpeakerView } from "../../../../client/panel/speaker/speaker.ts";
import { SILENT, type SpeakerState } from "../../../../client/panel/speaker/speaker_machine.ts";
import { ownPlayingSong, playback } from "../../../support/people/playback.ts";
import { playerSong } from "../../../support/people/player_orders.ts";

const PLAYING: SpeakerState = { ...SILENT, playing: playerSong("7-1"), hasBegun: true };

Deno.test("the key for the next song skips the song that this page plays, by its play", () => {
  using keys = openKeys(PLAYING);
  keys.press("nexttrack");
  assert.deepEqual(keys.sent, [["POST /api/playback/skip", { body: { playId: "7-1" } }]]);
});

Deno.test("a page that is silent before a press shows nothing as playing to the device", () => {
  using keys = openKeys({ ...PLAYING, needsPress: true });
  assert.equal(keys.shown(), "none");
  keys.become(PLAYING);
  assert.equal(keys.shown(), "playing");
});

Deno.test("what this page plays is named to commands by its play, and what is recorded of its tip is known", () => {
  const recorded = playback({ playing: ownPlayingSong({ playId: "7-1", earnsTip: true }) });
  const reading = {
    playback: recorded,
    isStale: false,
    observation: undefined,
    failure: undefined,
  };
  const songIn = (state: SpeakerState) =>
    asPlayed({ ...reading, read: () => Promise.resolve(null) }, state).observation!.song!;
  const { playId, earnsTip } = songIn(PLAYING);
  assert.deepEqual([playId, earnsTip], ["7-1", true]);
  const ahead = songIn({ ...PLAYING, playing: playerSong("8-1") });
  assert.deepEqual(
    [ahead.playId, ahead.earnsTip],
    ["8-1", false],
    "the record is of the one before",
  );
});

/** A device whose media keys a test presses, with a page that is in `state`. */
function openKeys(state: SpeakerState) {
  const handlers = new Map<string, () => void>();
  const session = {
    playbackState: "none",
    metadata: null,
    setActionHandler: (key: string, handle: () => void) => void handlers.set(key, handle),
  };
  const globals = globalThis as unknown as Record<string, unknown>;
  Object.defineProperty(navigator, "mediaSession", { value: session, configurable: true });
  globals.MediaMetadata = class {};
  const sent: unknown[][] = [];
  const api = ((...call: unknown[]) => Promise.resolve(sent.push(call))) as unknown as Api;
  const view = createStore({ state } as SpeakerView);
  const end = followMediaSession(view as unknown as Speaker, api);
  return {
    sent,
    press: (key: string) => handlers.get(key)!(),
    shown: () => session.playbackState,
    become: (state: SpeakerState) => view.set({ state } as SpeakerView),
    [Symbol.dispose]() {
      end();
      delete globals.MediaMetadata;
      delete (navigator as unknown as Record<string, unknown>).mediaSession;
    },
  };
}
