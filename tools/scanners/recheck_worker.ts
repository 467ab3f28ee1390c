// Judges regular expressions with `recheck`: reads them from standard input and prints what it finds.
import type { Expression, Judged } from "./expressions.ts";

/** What `recheck` answers, as far as it is used here. */
interface Verdict {
  status: "safe" | "vulnerable" | "unknown";
  complexity?: { summary: string };
  attack?: { pattern: string };
  error?: { kind: string };
}

interface Recheck {
  checkSync(source: string, flags: string, options: Record<string, unknown>): Verdict;
}

/** Random choices of its own are repeated. */
const OPTIONS = { randomSeed: 1, timeout: 60_000 };

// The name comes as an argument, because the project's own types and lock do not know the package.
const recheck: { default: Recheck } = await import(Deno.args[0]!);
const expressions: Expression[] = await new Response(Deno.stdin.readable).json();
const judged: Judged[] = expressions.map((expression) => {
  const { status, complexity, attack, error } = recheck.default.checkSync(
    expression.source,
    expression.flags,
    OPTIONS,
  );
  return {
    ...expression,
    status,
    why: complexity?.summary ?? error?.kind,
    attack: attack?.pattern,
  };
});
console.log(JSON.stringify(judged));
