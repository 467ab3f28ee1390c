import { strict as assert } from "node:assert";
import fc from "../../../support/properties.ts";
import {
  type Report,
  type Side,
  SILENT,
  type SpeakerCommand,
  type SpeakerEvent,
  step,
} from "../../../../client/panel/speaker/speaker_machine.ts";
import type { SpeakerSong } from "../../../../server/contract/speaker.ts";
import { endlessServer } from "../../../support/people/player_orders.ts";

/** What happens in an evening, in any order. */
const HAPPENINGS = [
  "answer",
  "begin",
  "end",
  "near_end",
  "fail",
  "fade",
  "refuse",
  "press",
  "sleep",
  "progress",
  "second",
  "pause",
  "resume",
  "skip",
  "choose",
  "reorder",
] as const;

Deno.test("in any evening one song sounds at a time, each is begun and ended once, and reports are in order", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...HAPPENINGS), { maxLength: 120 }), (happenings) => {
      const evening = openEvening();
      for (const happening of happenings) evening[happening]();
    }),
    { numRuns: 500 },
  );
});

Deno.test("after any evening the song that the server names sounds, or the next one if it names none", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...HAPPENINGS), { maxLength: 80 }), (happenings) => {
      const evening = openEvening();
      for (const happening of happenings) evening[happening]();
      evening.press();
      evening.resume();
      for (let turn = 0; turn < 4; turn++) {
        evening.answer();
        evening.begin();
      }
      const { play } = evening.server.orders();
      assert.ok(play, "a server that has songs names one once it has heard of its beginning");
      assert.equal(evening.sounding(), play.id);
    }),
    { numRuns: 300 },
  );
});

interface Deck {
  song: SpeakerSong | null;
  sounds: boolean;
  fades: boolean;
}

/** The machine with two decks that obey it, and a server that hears its reports one after the other. */
function openEvening() {
  const server = endlessServer();
  const decks: Record<Side, Deck> = { a: emptyDeck(), b: emptyDeck() };
  let state = SILENT;
  let waiting: Report[] = [];
  const heard: Report[] = [];
  send({ type: "orders", orders: server.orders() });

  function send(event: SpeakerEvent): void {
    const after = step(state, event);
    state = after.state;
    for (const command of after.commands) obey(command);
    const sounding = Object.values(decks).filter(({ sounds, fades }) => sounds && !fades);
    assert.ok(sounding.length <= 1, "two songs at once");
    if (sounding[0]) assert.equal(sounding[0].song!.id, state.playing?.id);
    assert.equal(decks[state.side === "a" ? "b" : "a"].fades && state.loaded !== null, false);
  }

  function obey(command: SpeakerCommand): void {
    if (command.do === "volume") return;
    if (command.do === "report") {
      check(heard, command.report);
      heard.push(command.report);
      return void waiting.push(command.report);
    }
    const deck = decks[command.side];
    if (command.do === "load") {
      Object.assign(deck, { song: command.song, sounds: false, fades: false });
    } else if (command.do === "play") {
      assert.ok(deck.song, "an empty deck is to play");
      assert.equal(
        state.isPaused || state.hasSlept || state.needsPress,
        false,
        "it is to be quiet",
      );
      deck.sounds = true;
    } else if (command.do === "pause") {
      deck.sounds = false;
    } else if (command.fadeMs > 0) {
      assert.ok(deck.sounds, "silence fades");
      deck.fades = true;
    } else Object.assign(deck, emptyDeck());
  }

  const now = () => state.playing && decks[state.side].sounds ? state.playing.id : null;
  const tell = (event: (id: string) => SpeakerEvent) => {
    const id = now();
    if (id !== null) send(event(id));
  };
  return {
    server,
    sounding: now,
    /** The server hears what waits. Only the last answer counts. */
    answer() {
      for (const report of waiting) server.hear(report);
      waiting = [];
      send({ type: "orders", orders: server.orders() });
    },
    begin: () => tell((id) => ({ type: "began", id })),
    end: () => state.hasBegun && tell((id) => ({ type: "ended", id, positionMs: 200_000 })),
    near_end: () =>
      tell((id) => ({
        type: "position",
        id,
        positionMs: 199_000,
        leftMs: 1_000,
        crossfadeMs: 4_000,
      })),
    fail: () => tell((id) => ({ type: "failed", id, why: "decode" })),
    refuse() {
      if (state.hasBegun) return;
      tell((id) => {
        decks[state.side].sounds = false;
        return { type: "refused", id };
      });
    },
    fade() {
      const side = (["a", "b"] as const).find((side) => decks[side].fades);
      if (!side) return;
      decks[side] = emptyDeck();
      send({ type: "faded" });
    },
    press: () => send({ type: "pressed" }),
    sleep: () => send({ type: "slept" }),
    progress: () => send({ type: "progress" }),
    second: () => send({ type: "second" }),
    pause: () => server.pause(true),
    resume: () => server.pause(false),
    skip: server.skip,
    choose: server.choose,
    reorder: server.reorder,
  };
}

function emptyDeck(): Deck {
  return { song: null, sounds: false, fades: false };
}

/** A report has to fit to those before it. */
function check(before: readonly Report[], { playId, event }: Report): void {
  const own = before.filter((report) => report.playId === playId).map((report) => report.event);
  const isOver = own.includes("ended") || own.includes("failed");
  assert.equal(isOver, false, `${event} after the end of ${playId}`);
  if (event === "started") assert.equal(own.includes("started"), false, "begun twice");
  if (event === "progress" || event === "ended") assert.ok(own.includes("started"), event);
}
