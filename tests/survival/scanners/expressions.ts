// Finds the regular expressions of source text: literals, and `new RegExp` with constant text.
import { parseSync } from "vite";

export interface Expression {
  path: string;
  source: string;
  flags: string;
}

/** An expression with what `recheck` says of it. */
export interface Judged extends Expression {
  status: "safe" | "vulnerable" | "unknown";
  /** How the time grows with the input, or why that is not known. */
  why?: string;
  /** An input that takes long. */
  attack?: string;
}

interface Node {
  type: string;
  [property: string]: unknown;
}

/** Every expression in `text`. */
export function expressionsIn(path: string, text: string): Expression[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`Cannot parse ${path}: ${errors[0]!.message}`);
  return found(program as unknown as Node).map((expression) => ({ path, ...expression }));
}

function found(node: Node): Omit<Expression, "path">[] {
  return [...own(node), ...children(node).flatMap(found)];
}

function own(node: Node): Omit<Expression, "path">[] {
  if (node.type === "Literal" && node.regex) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    return [{ source: pattern, flags }];
  }
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return [];
  if ((node.callee as { name?: string }).name !== "RegExp") return [];
  const [source, flags] = (node.arguments as Node[]).map(constant);
  return source === undefined ? [] : [{ source, flags: flags ?? "" }];
}

/** The text of a string or a template without values. */
function constant(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  const quasis = node.quasis as { value: { cooked: string } }[] | undefined;
  if (node.type === "TemplateLiteral" && quasis!.length === 1) return quasis![0]!.value.cooked;
}

function children(node: Node): Node[] {
  return Object.values(node).flat().filter((value): value is Node =>
    typeof value === "object" && value !== null && "type" in value
  );
}
