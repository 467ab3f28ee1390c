// An evening in which anything may happen at any moment, over all sources: the music account's network goes away, answers
// are lost, people press at once, the source changes, the clock is set, the page is loaded again, the process is killed.
import fc from "../../support/properties.ts";
import { SEED } from "../../support/random.ts";
import { anyOpening, anyStep, type Opening, type Step } from "./model/steps.ts";
import { rounds } from "../../support/time/effort.ts";
import { openEvening } from "./model/evening.ts";
import type { Evening } from "./model/port.ts";

/** Replays one sequence that failed: `SURVIVAL_SEED` and `SURVIVAL_PATH` are the seed and path that the failure printed. */
const PATH = Deno.env.get("SURVIVAL_PATH") ?? "";
const MAX_STEPS = 25;

Deno.test("in any evening no guest's song is heard twice or lost, each tip is what was heard, and silence has a reason", async () => {
  const evenings = fc.tuple(
    anyOpening,
    fc.array(anyStep, { minLength: 1, maxLength: MAX_STEPS, size: "max" }),
  );
  let played = 0;
  const result = await fc.check(
    fc.asyncProperty(evenings, async ([opening, steps]) => {
      const { faults } = await playThrough(opening, steps);
      // The long form takes half an hour, so it says how far it is.
      if (++played % 1_000 === 0) console.log(`${played} evenings with the seed ${SEED}`);
      if (faults.length > 0) throw new Error(faults.join("; "));
    }),
    { numRuns: rounds(200, 20_000), seed: SEED, path: PATH },
  );
  if (!result.failed || !result.counterexample) return;
  throw new Error(await describe(result.counterexample[0], result.counterexamplePath), {
    cause: result.errorInstance,
  });
});

/** Three to five hours. */
const MANY_STEPS = 350;

Deno.test("an evening of some hours is right to its end, with everything that has happened in it", async () => {
  const steps = fc.array(anyStep, { minLength: MANY_STEPS, maxLength: MANY_STEPS });
  const evenings = fc.sample(fc.tuple(anyOpening, steps), {
    numRuns: rounds(2, 200),
    seed: SEED,
  });
  for (const [opening, steps] of evenings) {
    const { faults, story } = await playThrough(opening, steps);
    if (faults.length > 0) throw new Error([faults.join("; "), ...story].join("\n"));
  }
});

/** The shortest sequence that fails, as a person would tell it. */
async function describe([opening, steps]: [Opening, Step[]], path: string | null): Promise<string> {
  const { faults, story } = await playThrough(opening, steps);
  return [
    `An evening goes wrong: ${faults.join("; ") || "not when it is played again"}.`,
    ...story,
    `To replay it: SURVIVAL_SEED=${SEED} SURVIVAL_PATH=${path} deno test -A --no-check ` +
    "tests/playback/evenings/generated_evening_test.ts",
  ].join("\n");
}

// Plays one generated evening from its opening to its end, and tells what happened.

interface Outcome {
  /** What was wrong. */
  faults: string[];
  /** What was done, and what was heard, line by line. */
  story: string[];
}

/** So long after everything is well again nothing is left to come. */
const REST_S = 25;

async function playThrough(opening: Opening, steps: Step[]): Promise<Outcome> {
  await using evening = await openEvening();
  const { rules, time } = evening;
  const story: string[] = [];
  let told = 0;
  const tell = (what: string) => {
    story.push(`${time.seconds().toFixed(1).padStart(7)} s  ${what}`);
    for (; told < rules.faults.length; told++) {
      story.push(`           WRONG: ${rules.faults[told]}`);
    }
  };
  await begin(evening, opening);
  tell(inWords(opening));
  for (const step of steps) {
    await step.act(evening);
    tell(step.name);
  }
  await endWell(evening);
  await rules.reckon();
  tell("the end");
  return { faults: rules.faults, story: [...story, ...await whatWasHeard(evening)] };
}

async function begin(evening: Evening, opening: Opening): Promise<void> {
  const { player } = evening.service;
  player.crossfadeMs = opening.crossfadeS * 1000;
  player.order.autoplay = opening.autoplay;
  if (opening.panel) evening.openPanel();
  if (opening.source !== "spotify") await evening.source(opening.source);
  if (opening.source === "library") await evening.startPage();
  if (opening.fallback && opening.source !== "manual") await evening.fallback(true);
  if (opening.auto && opening.source !== "manual") await evening.auto(true);
  for (const tl of opening.tips) await evening.request(tl);
}

/** Everything is well again, so much time passes that nothing is left to come, and the owner looks at the panel. */
async function endWell(evening: Evening): Promise<void> {
  evening.service.heal();
  await evening.restart();
  await evening.pass(REST_S);
  await evening.sight();
}

function inWords({ source, auto, fallback, tips, crossfadeS, autoplay, panel }: Opening): string {
  return [
    `the source is ${source}`,
    `auto is ${auto ? "on" : "off"}`,
    ...fallback ? ["music for an empty queue is chosen"] : [],
    `guests' songs for ${tips.join(", ")} TL wait`,
    ...crossfadeS > 0 ? [`songs overlap by ${crossfadeS} s`] : [],
    panel ? "a panel is open" : "no panel is open",
    ...autoplay ? ["the service adds songs of its own"] : [],
  ].join(", ");
}

async function whatWasHeard({ ear, pages, songs, tipOf, heardS, time }: Evening) {
  const startMs = time.now() - time.seconds() * 1000;
  const lines = ear.hearings.map(({ where, uri, from, ms, firstMs, isOrdered }) => {
    const at = ((from - startMs) / 1000).toFixed(1).padStart(7);
    const speaker = where === "account" ? "the account" : `page ${pages.indexOf(where) + 1}`;
    const of = songs.find((song) => song.uri === uri)?.title ?? uri;
    const by = isOrdered ? "" : ", which the product has not ordered";
    return `${at} s  heard from ${speaker}: ${of}, from its second ${
      Math.round(firstMs / 1000)
    } for ${(ms / 1000).toFixed(1)} s${by}`;
  });
  for (const song of songs) {
    const { earned, reversed } = await tipOf(song);
    lines.push(
      `           ${song.title} (${song.tipKurus / 100} TL, ${song.status}): heard ${await heardS(
        song,
      )} of ${song.lengthMs / 1000} s, earned ${earned}, reversed ${reversed}`,
    );
  }
  return lines;
}
