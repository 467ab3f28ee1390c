// Judges Content-Security-Policies with `csp_evaluator`: reads them from standard input and prints what it finds.

export interface CspFinding {
  description: string;
  /** 10 is high, 20 a mistake in the syntax; what may be a problem, or is a hint, has a higher number. */
  severity: number;
  directive: string;
  value?: string;
}

interface Evaluator {
  CspEvaluator: new (csp: unknown) => { evaluate(): CspFinding[] };
}
interface Parser {
  CspParser: new (policy: string) => { csp: unknown };
}

// The name comes as an argument, because the project's own types and lock do not know the package.
const packageName = Deno.args[0]!;
const { CspEvaluator }: Evaluator = await import(`${packageName}/dist/evaluator.js`);
const { CspParser }: Parser = await import(`${packageName}/dist/parser.js`);
const policies: string[] = await new Response(Deno.stdin.readable).json();
console.log(JSON.stringify(
  policies.map((policy) => new CspEvaluator(new CspParser(policy).csp).evaluate()),
));
