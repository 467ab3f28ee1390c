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
const NOT_TRIED = `## Not tried

The tests run on a closed network. These were not tried:

- databases of known vulnerabilities, for the packages that the product uses
- graders of TLS, of HTTP headers and of mail set-ups, which judge a site from the internet
- wapiti's modules that fetch lists or need a server outside: wapp, nikto, ssrf, xxe
- floods from many machines, and floods below HTTP: of connections that never open, of TLS handshakes
- Spotify's real service under any load
`;

/** What the figures of a part mean, where that has to be said. */
const NOTES: Record<string, string> = {
  floods: `"Due" are the calls that come at the rate of the flood, and "sent" those that found a
connection free: one that waits for an answer sends nothing. 201 are requests that were accepted.
"Normal after" counts from the end of the flood to the first of 20 answers in a row without delay.
`,
};

/** The page for one run of all parts. */
export function reportText({ date, seed, minutes, outcomes, figures }: Run): string {
  const when = date.toISOString().slice(0, 10);
  return [
    HEAD,
    `Run of ${when}, seed ${seed}, ${Math.round(minutes)} minutes.\n`,
    ...outcomes.map((outcome) => section(outcome, figures)),
    NOT_TRIED,
  ].join("\n");
}

function section({ part, passed, seconds }: Outcome, figures: Figure[]): string {
  const own = figures.filter((figure) => figure.part === part);
  return [
    `## ${part[0]!.toUpperCase()}${part.slice(1)}\n`,
    `${passed ? "Passed" : "**Failed**"} in ${seconds} s.\n`,
    ...(NOTES[part] ? [NOTES[part]] : []),
    ...own.map(({ what, value }) => `- ${what}: ${value}`),
    ...(own.length > 0 ? [""] : []),
  ].join("\n");
}
