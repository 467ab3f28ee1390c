// The audit against a security standard counts its rows right, and leaves no requirement out.
import { strict as assert } from "node:assert";
import { assertListed, assertNone, isFile, productFiles, readText } from "./tree.ts";

/** The requirements of levels 1 and 2 in each chapter of OWASP ASVS 5.0.0. */
const IN_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const STATES = ["met", "not applicable", "deviation"];
/** Met by documents, by the language, or by what is configured around the product: no test of ours can hold them. */
const WITHOUT_TEST = [
  ...["V1.4.1", "V11.1.2", "V12.1.1", "V12.1.2", "V12.2.2", "V13.1.1", "V14.1.1"],
  ...["V14.1.2", "V16.1.1", "V16.4.2", "V6.2.10", "V6.4.2"],
];

const page = readText("docs/security_audit.md");
const rows = page.split("\n").filter((line) => /^\| V\d/.test(line)).map((line) => {
  const [ids = "", asks = "", state = "", how = "", evidence = ""] = line.split("|").slice(1)
    .map((cell) => cell.trim());
  return { ids: ids.split(", ").flatMap(requirementsIn), asks, state, how, evidence };
});

Deno.test("docs/security_audit.md has each requirement once, and as many as the standard has", () => {
  const ids = rows.flatMap((row) => row.ids);
  assertNone(ids.filter((id, i) => ids.indexOf(id) < i), "Leave one row for each of these");
  const wrong = IN_CHAPTER.flatMap((count, i) => {
    const found = ids.filter((id) => id.startsWith(`V${i + 1}.`)).length;
    return found === count ? [] : [`V${i + 1}: ${found} of ${count}`];
  });
  assertNone(wrong, "Give each requirement of these chapters of the standard a row");
});

Deno.test("docs/security_audit.md says of each requirement what it asks, its state and the evidence or the reason", () => {
  const wrong = rows.filter(({ asks, state, how, evidence }) =>
    !STATES.includes(state) || [asks, how, evidence].includes("") || evidence === "-"
  );
  assertNone(
    wrong.map(({ ids }) => ids.join()),
    `Fill all cells of these rows; the state is one of: ${STATES.join(", ")}`,
  );
});

Deno.test("docs/security_audit.md names a test for what is met, except where no test can hold it", () => {
  const untested = rows.filter(({ state, evidence }) =>
    state === "met" && !evidence.includes("`tests/")
  );
  assertListed(
    WITHOUT_TEST,
    untested.flatMap(({ ids }) => ids),
    "tests/code_rules/security_audit.ts (WITHOUT_TEST), or name a test in the row",
  );
});

Deno.test("each test that docs/security_audit.md names as evidence is a file of tests that exists", () => {
  const wrong = rows.flatMap(({ ids, evidence }) =>
    [...evidence.matchAll(/`(tests\/[^`]*)`/g)].map(([, path]) => path!)
      .filter((path) => !/_test\.tsx?$/.test(path) || !isFile(path))
      .map((path) => `${ids}: ${path}`)
  );
  assertNone(wrong, "Name the file as it is called now, which `task test` runs");
});

Deno.test("no text becomes code but the one expression that docs/security_audit.md names", () => {
  const wrong = productFiles().filter(({ text }) =>
    /\beval\(|\bnew Function\b|\brunIn\w*Context\((?!"globalThis\.gc"\))/.test(text)
  );
  assertNone(wrong.map(({ path }) => path), "Do without it");
});

Deno.test("docs/security_audit.md begins with the counts of its rows", () => {
  const begins = page.replace(/\s+/g, " ");
  const counts = STATES.map((state) =>
    rows.filter((row) => row.state === state).reduce((sum, { ids }) => sum + ids.length, 0)
  );
  const [met, absent, deviations] = counts;
  assert.ok(
    begins.includes(`${met} met, ${absent} not applicable, ${deviations} deviations.`),
    `Begin it with: ${met} met, ${absent} not applicable, ${deviations} deviations.`,
  );
});

/** "V1.2.3", or all from "V1.2.3 to V1.2.5". */
function requirementsIn(cell: string): string[] {
  const [first = "", last = first] = cell.split(" to ");
  const section = first.slice(0, first.lastIndexOf("."));
  const [from, to] = [first, last].map((id) => Number(id.split(".")[2]));
  return Array.from({ length: to! - from! + 1 }, (_, i) => `${section}.${from! + i}`);
}
