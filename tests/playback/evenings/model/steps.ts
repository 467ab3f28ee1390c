// The steps of a generated evening: anything that may happen, as fast-check draws it and as a person reads it.
import fc from "../../../support/properties.ts";
import { otherSong } from "./cafe_songs.ts";
import type { Evening, Press, Source } from "./port.ts";
import type { Mishap } from "./music_service.ts";

/** No person does anything in the very moment of something else. */
const MOMENT_S = 0.3;

/** Prints as a line, so that a shrunk sequence reads like a list of what happened. */
export class Step {
  constructor(
    readonly name: string,
    /** Does it, unless it makes no sense now: then it does nothing, so that any part of a sequence is one too. */
    readonly act: (evening: Evening) => Promise<unknown> | unknown,
  ) {}
  toString = () => this.name;
  [fc.toStringMethod] = this.toString;
}

/** What the evening begins with. */
export interface Opening {
  source: Source;
  auto: boolean;
  fallback: boolean;
  /** Of the guests' songs that wait at the beginning. */
  tips: number[];
  crossfadeS: number;
  autoplay: boolean;
  /** A panel is open all evening. */
  panel: boolean;
}

const step = (name: string, act: Step["act"]) => fc.constant(new Step(name, act));
const drawn = <T>(
  from: fc.Arbitrary<T>,
  name: (value: T) => string,
  act: (e: Evening, value: T) => unknown,
) => from.map((value) => new Step(name(value), (evening) => act(evening, value)));

const time = drawn(
  fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 60 }).map((n) => n / 10) },
    { weight: 3, arbitrary: fc.integer({ min: 6, max: 45 }) },
    { weight: 3, arbitrary: fc.integer({ min: 45, max: 130 }) },
    { weight: 1, arbitrary: fc.integer({ min: 130, max: 300 }) },
  ),
  (s) => `${s} s pass`,
  (evening, s) => evening.pass(s),
);

/** Until so many tenths of a second before what plays ends, where most goes wrong. */
const nearEnd = drawn(
  fc.integer({ min: -40, max: 40 }),
  (tenths) => `until ${tenths / 10} s before the song's end`,
  async (evening, tenths) => {
    const leftMs = leftOf(evening);
    if (leftMs === undefined || leftMs - tenths * 100 <= 0) return;
    await evening.pass((leftMs - tenths * 100) / 1000);
  },
);

const seconds = fc.oneof(
  fc.constantFrom(0.2, 1, 5, 20, 100),
  fc.integer({ min: 1, max: 300 }).map((n) => n / 10),
);

/** How long a process is down: less than a song lasts, of which else no one could know. */
const downs = fc.constantFrom(1, 4, 12, 30);

const mishap: fc.Arbitrary<Mishap> = fc.oneof(
  { weight: 3, arbitrary: seconds.map((awayS): Mishap => ({ kind: "lost", awayS })) },
  { weight: 2, arbitrary: seconds.map((awayS): Mishap => ({ kind: "refused", awayS })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Mishap>({ kind: "lost" }, { kind: "broken" }, { kind: "busy" }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("slow" as const),
      s: fc.constantFrom(0.3, 1, 2.5, 4, 6),
      when: fc.constantFrom("before" as const, "after" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("kill" as const),
      when: fc.constantFrom("before" as const, "after" as const),
      forS: downs,
    }),
  },
);

const mishapOfOrder = fc.oneof(
  { weight: 10, arbitrary: mishap },
  { weight: 1, arbitrary: fc.constantFrom(1, 3, 8).map((s): Mishap => ({ kind: "late", s })) },
);

const guests = [
  {
    weight: 5,
    arbitrary: drawn(
      tips(),
      (tl) => `a guest's song for ${tl} TL is approved`,
      (e, tl) => whileUp(e, () => e.request(tl)),
    ),
  },
  {
    weight: 1,
    arbitrary: drawn(
      tips(),
      (tl) => `a guest asks for a song for ${tl} TL`,
      (e, tl) => whileUp(e, () => e.ask(tl)),
    ),
  },
  {
    weight: 2,
    arbitrary: drawn(
      fc.tuple(fc.nat(9), fc.constantFrom("approved" as const, "rejected" as const)),
      ([n, status]) => `request ${n} is ${status}`,
      (e, [n, status]) => {
        const song = e.songs[n % Math.max(1, e.songs.length)];
        return song && whileUp(e, async () => {
          if (await e.decide(song, status) === 200) e.note("decide");
        });
      },
    ),
  },
];

const presses = [
  {
    weight: 4,
    arbitrary: drawn(
      fc.record({
        what: fc.constantFrom("skip" as const, "play next" as const),
        people: fc.constantFrom(1, 1, 2),
        oldS: fc.constantFrom(0, 0, 1.5, 4),
      }),
      ({ what, people, oldS }) =>
        `${people === 2 ? "two people press" : "a person presses"} ${what}${
          oldS ? `, having looked ${oldS} s before` : ""
        }`,
      (e, { what, people, oldS }) =>
        whileUp(e, async () => {
          const sight = await e.sight();
          if (oldS > 0) await e.pass(oldS);
          if (e.house.app()) await e.press(what, sight, people);
        }),
    ),
  },
  {
    weight: 2,
    arbitrary: drawn(
      fc.subarray<Press>(["skip", "play next", "resume", "pause"], { minLength: 2, maxLength: 2 }),
      ([one, other]) => `one person presses ${one} and another one ${other}, at once`,
      (e, [one, other]) =>
        e.known.source !== "manual" &&
        whileUp(e, async () => e.pressBoth(one!, other!, await e.sight())),
    ),
  },
  { weight: 2, arbitrary: step("pause", (e) => whileUp(e, () => e.pause())) },
  { weight: 3, arbitrary: step("resume", (e) => whileUp(e, () => e.resume())) },
  { weight: 1, arbitrary: step("auto off", (e) => whileUp(e, () => e.auto(false))) },
  { weight: 3, arbitrary: step("auto on", (e) => whileUp(e, () => e.auto(true))) },
  {
    weight: 3,
    arbitrary: drawn(
      fc.constantFrom<Source>("spotify", "library", "manual", "spotify", "library"),
      (source) => `the source is ${source}`,
      // What cannot be reached cannot be silenced, and no rule says what then.
      (e, source) =>
        e.service.isReachable() && isPageReached(e) && whileUp(e, () => e.source(source)),
    ),
  },
  {
    weight: 1,
    arbitrary: drawn(
      fc.boolean(),
      (isOn) => isOn ? "music for an empty queue is chosen" : "no music for an empty queue",
      (e, isOn) => e.known.source !== "manual" && whileUp(e, () => e.fallback(isOn)),
    ),
  },
  {
    weight: 1,
    arbitrary: drawn(
      fc.constantFrom("teras-hoparloru", "bar-hoparloru"),
      (device) => `the device ${device} is chosen`,
      (e, device) => e.known.source === "spotify" && whileUp(e, () => e.chooseDevice(device)),
    ),
  },
];

const network = [
  {
    weight: 3,
    arbitrary: drawn(
      mishapOfOrder,
      (m) => `the next order meets ${inWords(m)}`,
      (e, m) => e.service.nextOrder(m),
    ),
  },
  {
    weight: 1,
    arbitrary: drawn(
      mishap,
      (m) => `the next call meets ${inWords(m)}`,
      (e, m) => e.service.nextCall(m),
    ),
  },
  {
    weight: 2,
    arbitrary: drawn(
      seconds,
      (s) => `the music service is away for ${s} s`,
      (e, s) => e.service.away(s),
    ),
  },
  {
    weight: 2,
    arbitrary: drawn(
      downs,
      (s) => `the process is killed, and starts after ${s} s`,
      (e, s) => e.kill(s),
    ),
  },
];

const clock = drawn(
  fc.constantFrom(-10_800, -600, -60, -10, 10, 60, 600, 10_800),
  (s) => `the clock is set ${s < 0 ? "back" : "forward"} by ${Math.abs(s)} s`,
  (e, s) => {
    e.time.setClock(s * 1000);
    e.note(s < 0 ? "clock back" : "clock forward");
  },
);

/** While the source is another one, no one uses the account's app: whose music that were, no rule says. */
const inApp = (name: string, act: Parameters<Evening["inApp"]>[1]) =>
  step(`in the app: ${name}`, async (e) => {
    await e.pass(MOMENT_S);
    if (e.known.source === "spotify") await e.inApp(name, act);
  });
const app = [
  { weight: 2, arbitrary: inApp("pause", (player) => player.pause()) },
  { weight: 2, arbitrary: inApp("resume", (player) => player.resume()) },
  { weight: 1, arbitrary: inApp("next", (player) => player.next()) },
  {
    weight: 1,
    arbitrary: drawn(
      fc.nat(5),
      (n) => `in the app: choose song ${n}`,
      async (e, n) => {
        await e.pass(MOMENT_S);
        if (e.known.source === "spotify") await e.inApp("choose", (p) => p.play([otherSong(n)]));
      },
    ),
  },
  {
    weight: 1,
    arbitrary: step("the device teras is switched on", (e) => {
      e.service.player.switchOn("teras-hoparloru");
    }),
  },
  {
    weight: 1,
    arbitrary: inApp("device teras on, and the music there", (player) => {
      player.switchOn("teras-hoparloru");
      player.transfer("teras-hoparloru", true);
    }),
  },
  { weight: 1, arbitrary: inApp("device off", (player) => player.switchOff("bar-hoparloru")) },
  {
    weight: 1,
    arbitrary: inApp("device bar on", (player) => {
      player.switchOn("bar-hoparloru");
      player.transfer("bar-hoparloru");
    }),
  },
];

const page = [
  {
    weight: 3,
    arbitrary: step(
      "a page is opened and pressed",
      (e) => !e.page() && whileUp(e, () => e.startPage()),
    ),
  },
  { weight: 2, arbitrary: step("the page is pressed", (e) => e.page()?.press(true)) },
  {
    weight: 1,
    arbitrary: step(
      "a second page takes over",
      (e) =>
        e.page() && isPageReached(e) && whileUp(e, () => {
          e.note("page taken over");
          return e.startPage();
        }),
    ),
  },
  {
    weight: 2,
    arbitrary: drawn(
      fc.boolean(),
      (isAllowed) => `the page is loaded again${isAllowed ? "" : ", and silent"}`,
      (e, isAllowed) => isPageReached(e) && whileUp(e, () => e.reloadPage(isAllowed)),
    ),
  },
  {
    weight: 1,
    arbitrary: drawn(
      fc.boolean(),
      (isTold) => `the page is ${isTold ? "closed" : "gone"}`,
      (e, isTold) => e.page() && isPageReached(e) && whileUp(e, () => e.closePage(isTold)),
    ),
  },
  {
    weight: 2,
    arbitrary: drawn(
      seconds,
      (s) => `the page's network is away for ${s} s`,
      (e, s) => e.pageAway(s),
    ),
  },
];

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: time },
  { weight: 4, arbitrary: nearEnd },
  ...guests,
  ...presses,
  ...network,
  { weight: 2, arbitrary: clock },
  ...app,
  ...page,
);

export const anyOpening: fc.Arbitrary<Opening> = fc.record({
  source: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Source>("spotify") },
    { weight: 3, arbitrary: fc.constant<Source>("library") },
    { weight: 1, arbitrary: fc.constant<Source>("manual") },
  ),
  auto: fc.constantFrom(true, true, true, true, true, false),
  fallback: fc.boolean(),
  tips: fc.array(tips(), { minLength: 1, maxLength: 4 }),
  crossfadeS: fc.constantFrom(0, 0, 0, 0, 8),
  autoplay: fc.constantFrom(false, false, false, false, true),
  panel: fc.boolean(),
});

function tips(): fc.Arbitrary<number> {
  return fc.constantFrom(0, 5, 10, 20, 50);
}

async function whileUp(evening: Evening, act: () => Promise<unknown>): Promise<void> {
  await evening.pass(MOMENT_S);
  if (evening.house.app()) await act();
}

/** What a page without a network plays, no one can know or end. */
function isPageReached({ pages }: Evening): boolean {
  return pages.every((page) => !page.isOpen() || page.isOnline());
}

function leftOf({ ear, service, pages }: Evening): number | undefined {
  const sounds = ear.now()[0];
  if (sounds?.where === "account") {
    const playing = service.player.playing();
    return playing ? playing.durationMs - playing.progressMs : undefined;
  }
  const state = pages.find((page) => page === sounds?.where)?.speaker.current().state;
  return state?.playing ? state.playing.durationMs - state.positionMs : undefined;
}

function inWords(mishap: Mishap): string {
  const away = "awayS" in mishap && mishap.awayS
    ? `, and the network is away for ${mishap.awayS} s`
    : "";
  switch (mishap.kind) {
    case "lost":
      return `a lost answer${away}`;
    case "refused":
      return `a closed door${away}`;
    case "busy":
    case "broken":
      return mishap.kind === "busy" ? "429" : "502";
    case "late":
      return `the effect ${mishap.s} s later, without an answer`;
    case "slow":
      return `an answer after ${mishap.s} s (slow ${mishap.when} the effect)`;
    case "kill":
      return `a kill ${mishap.when} its effect, for ${mishap.forS} s`;
  }
}
