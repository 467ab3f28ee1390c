// `deno task bench`: measures Sıradaki beside Express and bare Deno.serve, tells what has become better or worse, and
// writes docs/performance.md.
import { join } from "node:path";
import { createPasswords } from "../../server/auth/passwords.ts";
import { MINUTE_MS } from "../../server/contract/clock.ts";
import { PASSWORD } from "../../tests/support/people/accounts.ts";
import { startFloor } from "./hot_paths.ts";
import { describeMachine } from "./machine.ts";
import { measureLog, measurePages, measureQueue, measureSubmit } from "./measure/calls.ts";
import { measureEvents, measureLast } from "./measure/events.ts";
import { measureGrowth } from "./measure/growth.ts";
import { measureLogins } from "./measure/logins.ts";
import type { Findings, Measurement, Stage } from "./measure/stage.ts";
import { measureStart } from "./measure/start.ts";
import { performancePage } from "./page.ts";
import { comparedWith, type RecordedRun } from "./recorded.ts";
import { prepareCafes } from "./servers/cafes.ts";
import { eveningAt } from "./servers/evening.ts";
import { fillReference } from "./servers/reference.ts";
import { startExpress, startProduct } from "./servers/server.ts";

const MEASUREMENTS: Record<string, Measurement> = {
  start: measureStart,
  queue: measureQueue,
  log: measureLog,
  submit: measureSubmit,
  pages: measurePages,
  events: measureEvents,
  last: measureLast,
  logins: measureLogins,
  growth: measureGrowth,
};

const ROOT = join(import.meta.dirname!, "../..");
/** The run whose figures the page shows. */
const RECORDED = join(import.meta.dirname!, "recorded.json");
const RESULTS = join(import.meta.dirname!, "results");

/** Runs the named measurements, or all. Only a run of all writes the page. */
async function bench(names: string[]): Promise<void> {
  const startedAt = performance.now();
  const machine = await describeMachine();
  await using cafes = await prepareCafes(await createPasswords().hash(PASSWORD));
  await fillReference(join(cafes.dataDir, "reference.db"), cafes.facts);
  await using productServer = await startProduct(cafes);
  await using expressServer = await startExpress(cafes);
  const product = await eveningAt(productServer, cafes);
  const express = await eveningAt(expressServer, cafes);
  await using bareServer = await startFloor(product, cafes);
  const stage: Stage = { cafes, product, express, bare: { ...product, server: bareServer } };

  const findings: Findings = { measured: {}, beside: {}, figures: [] };
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const { measured, beside, figures, growth } = await measure(stage);
    console.log(name, measured);
    if (growth) {
      console.table(
        growth.map(({ what, ms, ratio }) => [what, ...ms.map(({ medianMs }) => medianMs), ratio]),
      );
    }
    Object.assign(findings.measured, measured);
    Object.assign(findings.beside!, beside);
    findings.figures.push(...figures);
    findings.growth ??= growth;
  }

  const result = { machine, minutes: (performance.now() - startedAt) / MINUTE_MS, ...findings };
  await Deno.mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, `${new Date().toISOString().replaceAll(":", "-")}.json`);
  await Deno.writeTextFile(file, JSON.stringify(result, null, 2));
  console.log(`Wrote ${file} after ${result.minutes.toFixed(1)} minutes`);
  const recorded: RecordedRun = JSON.parse(await Deno.readTextFile(RECORDED));
  for (const line of comparedWith(recorded, findings.measured)) console.log(line);
  if (names.length > 0) return;
  const { measured } = findings;
  await Deno.writeTextFile(RECORDED, JSON.stringify({ commit: machine.commit, measured }));
  const page = join(ROOT, "docs/performance.md");
  // What was counted and not measured stands below the table, and is written by hand.
  const before = await Deno.readTextFile(page);
  const below = before.slice(before.indexOf("\n## "));
  await Deno.writeTextFile(page, performancePage(result) + below);
  await new Deno.Command(Deno.execPath(), { args: ["fmt", "-q", page, RECORDED], cwd: ROOT })
    .output();
}

await bench(Deno.args);
// The claimed block of ports would keep the process alive.
Deno.exit();
