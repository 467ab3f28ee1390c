// Runs Lighthouse as it measures a phone, in a process of its own, pinned by a lock file of its own, so that
// starting the product does not download it.
import { join } from "node:path";
import { freePort } from "../../support/start/free_port.ts";
import { launchChromium } from "./browser.ts";

const LIGHTHOUSE = "npm:lighthouse@12.8.2";
const LOCK = join(import.meta.dirname!, "lighthouse.lock");

export type Category = "performance" | "accessibility" | "best-practices" | "seo";

export interface Report {
  /** From 0 to 100. */
  scores: Partial<Record<Category, number>>;
  /** What kept a category from 100, to be read by people. */
  findings: string[];
}

interface LighthouseResult {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

/** On a busy machine a trace is sometimes lost (NO_NAVSTART): so often it is recorded again. */
const MAX_TRIES = 3;

/** Measures `url`. @throws Error if Lighthouse cannot be run, since a missing measurement must not pass */
export async function measure(url: string, categories: Category[]): Promise<Report> {
  const result = await runLighthouse(url, categories, MAX_TRIES);
  return {
    scores: Object.fromEntries(
      Object.entries(result.categories).map(([name, { score }]) => [name, Math.round(score * 100)]),
    ),
    findings: Object.entries(result.categories).flatMap(([name, { auditRefs }]) =>
      auditRefs.filter(({ weight }) => weight > 0)
        .map(({ id }) => result.audits[id]!)
        .filter(({ score }) => score !== null && score < 1)
        .map(({ title, displayValue = "" }) => `${name}: ${title} ${displayValue}`)
    ),
  };
}

async function runLighthouse(
  url: string,
  categories: Category[],
  tries: number,
): Promise<LighthouseResult> {
  const port = freePort();
  await using _browser = await launchChromium({
    moreFlags: [`--remote-debugging-port=${port}`],
  });
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-config", "--node-modules-dir=none", `--lock=${LOCK}`, "--frozen"],
      ...[LIGHTHOUSE, url, `--port=${port}`, "--output=json", "--quiet"],
      ...["--no-enable-error-reporting", `--only-categories=${categories.join(",")}`],
    ],
    stdout: "piped",
    stderr: "piped",
  }).output();
  const text = new TextDecoder();
  if (success) return JSON.parse(text.decode(stdout));
  const failure = text.decode(stderr);
  if (tries > 1 && failure.includes("NO_NAVSTART")) {
    return await runLighthouse(url, categories, tries - 1);
  }
  throw new Error(`Cannot run Lighthouse: ${failure}`);
}
