// What single looks at the player change (docs/conductor.md#looks).
import { strict as assert } from "node:assert";
import {
  type ConductorState,
  initialState,
  type Look,
  type Shown,
} from "../../../server/playback/conductor/state.ts";
import { step } from "../../../server/playback/conductor/step.ts";
import { takeIn } from "../../../server/playback/conductor/take_in.ts";

const SONG = { uri: "spotify:track:1", title: "A", artist: "B", albumArt: "", durationMs: 200_000 };
const NOTHING: Look = { kind: "empty", canPlay: true };
const AT = 50_000;

/** A song of a guest plays since 0. */
function playing(): ConductorState {
  const play = { by: "request", playId: "play", song: SONG, since: 0, endsAt: 200_000 } as const;
  return initialState({
    hold: null,
    playing: { ...play, motion: null, isSeen: true, hasBegun: true },
    next: { request: true, fallback: null },
  });
}

function shown(changes: Partial<Shown>): Look {
  return {
    kind: "shown",
    shown: {
      ...{ song: SONG, isPlaying: true, progressMs: AT, contextUri: null, device: null },
      ...changes,
    },
  };
}

Deno.test("takeIn believes at the third look in a row that nothing plays, and not earlier", () => {
  const first = takeIn(playing(), NOTHING, AT);
  const second = takeIn(first.state, NOTHING, AT + 2_000);
  assert.deepEqual([...first.actions, ...second.actions], []);
  assert.notEqual(second.state.playing, null);
  const third = takeIn(second.state, NOTHING, AT + 4_000);
  assert.equal(third.state.playing, null);
  assert.deepEqual(third.actions[0], { do: "end", playId: "play", why: "cut" });
});

Deno.test("takeIn ends a song in whose place another one stands at its start, and goes on by itself", () => {
  const another = { ...SONG, uri: "spotify:track:2", title: "B" };
  const stopped = shown({ song: another, isPlaying: false, progressMs: 0 });
  const { state, actions } = takeIn(playing(), stopped, AT);
  assert.deepEqual([state.playing, state.hold], [null, null]);
  assert.deepEqual(actions[0], { do: "end", playId: "play", why: "cut" });
  // If it plays, a person chose it.
  const chosen = takeIn(playing(), shown({ song: another, progressMs: 0 }), AT);
  assert.equal(chosen.state.hold, "human");
});

Deno.test("takeIn counts looks that show nothing anew after one that shows the song", () => {
  let { state } = takeIn(playing(), NOTHING, AT);
  ({ state } = takeIn(state, shown({}), AT));
  for (const ms of [2_000, 4_000]) ({ state } = takeIn(state, NOTHING, AT + ms));
  assert.notEqual(state.playing, null);
});

Deno.test("takeIn, of a song that a look for something else has shown, believes at the third look after that one that it is over", () => {
  const { playing: play, ...rest } = playing();
  let state: ConductorState = { ...rest, playing: { ...play!, isSeen: false, hasBegun: false } };
  for (const ms of [0, 2_000]) ({ state } = takeIn(state, NOTHING, AT + ms));
  ({ state } = step(state, { type: "shown_elsewhere", playId: "play" }, AT + 3_000));
  for (const ms of [4_000, 6_000]) ({ state } = takeIn(state, NOTHING, AT + ms));
  assert.notEqual(state.playing, null);
  const third = takeIn(state, NOTHING, AT + 8_000);
  assert.deepEqual(third.actions.slice(0, 2), [
    { do: "begin", playId: "play", at: 0 },
    { do: "end", playId: "play", why: "cut" },
  ]);
});

Deno.test("takeIn takes over what a person plays while nothing of ours does, and leaves a song that is paused", () => {
  const silent = { ...playing(), playing: null };
  const paused = takeIn(silent, shown({ isPlaying: false }), AT);
  assert.deepEqual([paused.state.playing, paused.actions], [null, []]);
  const heard = takeIn(silent, shown({}), AT);
  assert.equal(heard.state.playing?.by, "other");
  assert.deepEqual(heard.actions.map((action) => action.do), ["show"]);
});

Deno.test("takeIn ends a song that stands at its last second 10 s after its end, and one in its middle not", () => {
  const late = 200_000 + 10_000;
  const isOver = (progressMs: number, at: number) =>
    takeIn(playing(), shown({ progressMs }), at).state.playing === null;
  assert.equal(isOver(197_000, late), true);
  assert.equal(isOver(197_000, late - 1), false);
  assert.equal(isOver(196_999, late), false);
});

Deno.test("takeIn forgets earlier failures and tries of the playlist once the song moves, and not before", () => {
  const unplayed = ["a", "b"].map((playId) => ({ playId, isReleased: true }));
  const counts = { unplayed, fallbackTries: 1 };
  const countsOf = ({ unplayed, fallbackTries }: ConductorState) => ({ unplayed, fallbackTries });
  const first = takeIn({ ...playing(), ...counts }, shown({ progressMs: 0 }), AT);
  assert.deepEqual(countsOf(first.state), counts);
  const second = takeIn(first.state, shown({ progressMs: 5_000 }), AT + 5_000);
  assert.deepEqual(countsOf(second.state), { unplayed: [], fallbackTries: 0 });
});

Deno.test("takeIn allows a player's clock a second: what is shown after an order began since, or was there before", () => {
  const state = playing();
  const ordered = { ...state, playing: { ...state.playing!, isSeen: false } };
  const other = { ...SONG, uri: "spotify:track:2", title: "C" };
  const holdAfter = (progressMs: number) =>
    takeIn(ordered, shown({ song: other, progressMs }), 5_000).state.hold;
  assert.deepEqual([holdAfter(6_000), holdAfter(6_001)], ["human", null]);
});

Deno.test("takeIn, when the player could not be looked at for a while, takes a song that began at the end of ours for the service's own, and one that began earlier for a person's", () => {
  const other = { ...SONG, uri: "spotify:track:2", title: "C" };
  const at = 200_000 + 60_000;
  const by = (progressMs: number) => takeIn(playing(), shown({ song: other, progressMs }), at);
  const added = by(60_000);
  assert.equal(added.state.hold, null);
  assert.deepEqual(added.actions[0], { do: "end", playId: "play", why: "finished" });
  assert.equal(by(100_000).state.hold, "human");
});

Deno.test("takeIn tells the pages how long the player's song is, which the catalogue may not know", () => {
  const { actions } = takeIn(playing(), shown({ song: { ...SONG, durationMs: 94_500 } }), AT);
  assert.deepEqual(
    actions.map((action) => action.do === "show" && action.heard?.song.durationMs),
    [94_500],
  );
});

Deno.test("takeIn orders a song once more that a skip has left paused, and lets a paused playlist begin anew", () => {
  const { playing: play, ...rest } = playing();
  const pausedAfterSkip = { motion: null, isSeen: false, hasBegun: false, mayBePaused: true };
  const look = shown({ isPlaying: false, progressMs: 300, contextUri: "spotify:playlist:1" });
  const song = takeIn({ ...rest, playing: { ...play!, ...pausedAfterSkip } }, look, 1_000);
  assert.deepEqual(song.actions, [
    { do: "begin", playId: "play", at: 0 },
    { do: "order_again", song: SONG },
  ]);
  const list = { by: "fallback", contextUri: "spotify:playlist:1", playId: undefined } as const;
  const playlist = { ...play!, ...pausedAfterSkip, ...list, endsAt: null };
  const { state, actions } = takeIn({ ...rest, playing: playlist }, look, 1_000);
  assert.equal(state.playing, null);
  assert.ok(actions.every((action) => action.do !== "order_again" && action.do !== "begin"));
});

Deno.test("takeIn goes on knowing its song by the uri that was ordered, though the player shows another recording's", () => {
  const song = { ...SONG, uri: "spotify:track:2" };
  assert.equal(takeIn(playing(), shown({ song }), AT).state.playing?.song?.uri, SONG.uri);
});
