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
  start: number;
  end: number;
  [property: string]: unknown;
}

/** Every expression in `text` whose source stands there. */
export function expressionsIn(path: string, text: string): Expression[] {
  return nodesIn(path, text).flatMap(own).map((expression) => ({ path, ...expression }));
}

/** The code of what `RegExp` is given in `text`, where an expression is put together only when it runs. */
export function composedIn(path: string, text: string): string[] {
  return nodesIn(path, text).filter(isRegExp)
    .map((node) => (node.arguments as Node[])[0]!)
    .filter((source) => constant(source) === undefined)
    .map(({ start, end }) => text.slice(start, end));
}

function nodesIn(path: string, text: string): Node[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`Cannot parse ${path}: ${errors[0]!.message}`);
  const withInner = (node: Node): Node[] => [node, ...children(node).flatMap(withInner)];
  return withInner(program as unknown as Node);
}

function own(node: Node): Omit<Expression, "path">[] {
  if (node.type === "Literal" && node.regex) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    return [{ source: pattern, flags }];
  }
  if (!isRegExp(node)) return [];
  const [source, flags] = (node.arguments as Node[]).map(constant);
  return source === undefined ? [] : [{ source, flags: flags ?? "" }];
}

function isRegExp({ type, callee }: Node): boolean {
  const isCall = type === "NewExpression" || type === "CallExpression";
  return isCall && (callee as { name?: string }).name === "RegExp";
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
