// The life of a play as docs/playback.md#life has it, and what of it follows from time and positions.
import { strict as assert } from "node:assert";
import { positionAt } from "../../server/contract/song_clock.ts";
import {
  changeOf,
  mayFollow,
  PLAY_EVENTS,
  PLAY_STATES,
  type PlayChange,
  stateOf,
  whyOver,
} from "../../server/playback/play.ts";

/** The words of the table for each change. */
const WORDS: Record<PlayChange, string> = {
  keep: "stays",
  accept: "shown",
  begin: "begins",
  begin_and_end: "begins, ends",
  end: "ends",
  stand: "stands",
  go_on: "goes on",
  release: "released",
  look: "look first",
  refuse: "409",
  say_over: "said",
};

Deno.test("docs/playback.md has a row for each event and a cell for each state, which say what the machine does", () => {
  const text = Deno.readTextFileSync(new URL("../../docs/playback.md", import.meta.url));
  const cells = text.slice(text.indexOf("## Life"), text.indexOf("### Heard")).split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.replaceAll("`", "").trim()));
  const [heading, , ...rows] = cells.slice(cells.findIndex(([first]) => first === "Event"));
  assert.deepEqual(heading, ["Event", ...PLAY_STATES]);
  assert.deepEqual(
    rows,
    PLAY_EVENTS.map((event) => [
      event,
      ...PLAY_STATES.map((state) => WORDS[changeOf(state, event)]),
    ]),
  );
});

Deno.test("a play that is over or was released does nothing more, whatever comes late", () => {
  for (const state of ["ended", "released"] as const) {
    for (const event of PLAY_EVENTS) {
      assert.ok(["keep", "say_over"].includes(changeOf(state, event)), `${event} in ${state}`);
    }
  }
});

Deno.test("no event begins a play twice, or ends one that has not begun without beginning it", () => {
  for (const event of PLAY_EVENTS) {
    for (const state of ["playing", "paused"] as const) {
      assert.ok(!changeOf(state, event).startsWith("begin"), `${event} in ${state}`);
    }
    for (const state of ["to_order", "ordered", "unanswered"] as const) {
      assert.notEqual(changeOf(state, event), "end", `${event} in ${state}`);
    }
  }
});

Deno.test("a sent play is to be ordered while a call is at work on it, and unanswered without one", () => {
  const sent = { state: "sent", orderedAt: null, isPaused: 0 } as const;
  assert.equal(stateOf(sent, true), "to_order");
  assert.equal(stateOf(sent, false), "unanswered");
  assert.equal(stateOf({ ...sent, orderedAt: 1 }, true), "ordered");
  assert.equal(stateOf({ ...sent, state: "playing" }, false), "playing");
  assert.equal(stateOf({ ...sent, state: "playing", isPaused: 1 }, false), "paused");
});

Deno.test("a song that is skipped after it was heard to its end was not skipped, however short it is", () => {
  assert.equal(whyOver("skipped", { heardMs: 20_000, durationMs: 20_000 }), "finished");
  assert.equal(whyOver("skipped", { heardMs: 19_000, durationMs: 20_000 }), "skipped");
  assert.equal(whyOver("source_left", { heardMs: 5_000, durationMs: null }), "skipped");
});

Deno.test("a song that fails before 30 seconds were heard was not played, and later it was cut", () => {
  assert.equal(whyOver("failed", { heardMs: 29_999, durationMs: 200_000 }), "not_played");
  assert.equal(whyOver("failed", { heardMs: 30_000, durationMs: 200_000 }), "cut");
});

Deno.test("the position goes on with the clock, stands in a pause, ends at the length, and is where it was seen last if the clock was set back", () => {
  const play = {
    source: "spotify",
    positionMs: 10_000,
    positionAt: 1_000_000,
    startedAt: 990_000,
    heardMs: 12_000,
    isPaused: 0,
    durationMs: 200_000,
  } as const;
  assert.equal(positionAt(play, 1_005_000), 15_000);
  assert.equal(positionAt({ ...play, isPaused: 1 }, 1_005_000), 10_000);
  assert.equal(positionAt(play, 9_000_000), 200_000);
  assert.equal(positionAt(play, 400_000), 12_000, "the clock was set back");
});

Deno.test("a song of the page goes on with the clock for 15 seconds after its last report, and then is where that was", () => {
  const play = {
    source: "library",
    positionMs: 10_000,
    positionAt: 1_000_000,
    startedAt: 990_000,
    heardMs: 30_000,
    isPaused: 0,
    durationMs: 200_000,
  } as const;
  assert.equal(positionAt(play, 1_035_000), 45_000);
  assert.equal(positionAt(play, 1_035_001), 30_000);
  assert.equal(positionAt({ ...play, heardMs: null }, 1_035_001), 10_000);
  assert.equal(positionAt({ ...play, isPaused: 1 }, 9_000_000), 10_000);
});

Deno.test("an order may be carried out for 15 seconds, and not if the clock was set back since", () => {
  assert.equal(mayFollow({ sentAt: 1_000_000 }, 1_014_999), true);
  assert.equal(mayFollow({ sentAt: 1_000_000 }, 1_015_000), false);
  assert.equal(mayFollow({ sentAt: 1_000_000 }, 999_999), false);
});
