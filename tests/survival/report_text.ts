// The text of docs/survival.md.
import type { Figure } from "./figures.ts";

/** How the tests of one part ended. */
export interface Outcome {
  part: string;
  passed: boolean;
  seconds: number;
}

export interface Run {
  date: Date;
  seed: number;
  minutes: number;
  outcomes: Outcome[];
  figures: Figure[];
}

const HEAD = `# Survival

What the tests of \`tests/survival/\` tried in their long form, which \`deno task survival\` runs. It
writes this page. \`SURVIVAL_SEED=N deno task survival\` repeats a run with its random choices, and
\`deno task survival PART\` runs one part.
`;

/** What a run cannot try. */
const NOT_TRIED =
  `A flood's figures are those of the public queue meanwhile: how long it takes, the server's memory, and
the time from the flood's end to the first of 20 answers in a row without delay.

The tests run on a closed network. Not tried: databases of known vulnerabilities, graders that judge a site from the
internet, wapiti's modules that need it (wapp, nikto, ssrf, xxe), floods from many machines or below HTTP, and
Spotify's real service under any load.
`;

/** The page for one run of all parts. */
export function reportText({ date, seed, minutes, outcomes, figures }: Run): string {
  const when = date.toISOString().slice(0, 10);
  const failed = outcomes.filter(({ passed }) => !passed).map(({ part }) => part);
  const ended = failed.length > 0 ? `**Failed: ${failed.join(", ")}.**` : "All parts passed.";
  return [
    HEAD,
    `Run of ${when}, seed ${seed}, ${Math.round(minutes)} minutes. ${ended}\n`,
    "| What | Figure | Goal |",
    "| --- | --- | --- |",
    ...figures.filter(({ goal }) => goal)
      .map(({ part, what, value, goal }) => `| ${part}: ${what} | ${value} | ${goal} |`),
    "",
    NOT_TRIED,
  ].join("\n");
}
