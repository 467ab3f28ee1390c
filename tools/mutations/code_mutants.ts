// Changes to TypeScript: flipped conditions, moved bounds, dropped clauses, removed awaits and throws.
import { parseSync } from "vite";
import { lineOf } from "./line_of.ts";
import type { Mutant } from "./mutant.ts";
import { sqlChanges } from "./sql_changes.ts";

/** What replaces an operator. */
const OPERATORS: Record<string, string> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "&&": "||",
  "||": "&&",
};

interface Node {
  type: string;
  start: number;
  end: number;
  [property: string]: unknown;
}

type Change = Pick<Mutant, "start" | "end" | "replacement">;

/** Every change of the file that stands in `text`. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const { program } = parseSync(path, text);
  return changesIn(program as unknown as Node, text, path.startsWith("db/"))
    .map((change) => ({ path, line: lineOf(text, change.start), ...change }));
}

/** Only `db/` has SQL. Elsewhere a text is for people. */
function changesIn(node: Node, text: string, hasSql: boolean): Change[] {
  // Types are gone when the code runs, and an import has nothing to change.
  if (node.type.startsWith("TS") && !holdsCode(node.type)) return [];
  if (node.type === "ImportDeclaration") return [];
  const inner = isReturnedAwait(node) ? [(node.argument as Node).argument as Node] : children(node);
  const changes = [...own(node, text), ...hasSql ? inSql(node, text) : []];
  return [...changes, ...inner.flatMap((child) => changesIn(child, text, hasSql))];
}

/** The caller waits for what is returned, so that removing this await changes only a stack. */
function isReturnedAwait(node: Node): boolean {
  return node.type === "ReturnStatement" && (node.argument as Node)?.type === "AwaitExpression";
}

function holdsCode(type: string): boolean {
  return /^TS(As|Satisfies|NonNull)/.test(type);
}

function children(node: Node): Node[] {
  return Object.values(node).flat().filter((value): value is Node =>
    typeof value === "object" && value !== null && "type" in value && "start" in value
  );
}

function own(node: Node, text: string): Change[] {
  const { start, end } = node;
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return otherOperator(node, text);
    case "IfStatement":
    case "ConditionalExpression":
      return ["true", "false"].map((replacement) => ({ ...range(node.test), replacement }));
    case "AwaitExpression":
      return [{ start, end: range(node.argument).start, replacement: "" }];
    case "ThrowStatement":
      return [{ start, end, replacement: ";" }];
    case "UnaryExpression":
      return node.operator === "!" ? [{ start, end: start + 1, replacement: "" }] : [];
    case "Literal":
      return otherLiteral(node);
    default:
      return [];
  }
}

function inSql(node: Node, text: string): Change[] {
  if (node.type === "TemplateElement") return inTemplate(node, text);
  if (node.type !== "Literal" || typeof node.value !== "string") return [];
  return sqlChanges(node.value).map((change) => moved(change, node.start + 1));
}

/** The SQL between two `${…}`. What would be dropped up to the next one is left, since its value belongs to it. */
function inTemplate({ start, end }: Node, text: string): Change[] {
  const from = start + 1;
  const to = text[end - 1] === "`" ? end - 1 : end - 2;
  return sqlChanges(text.slice(from, to)).map((change) => moved(change, from))
    .filter((change) => change.replacement !== "" || change.end < to || to === end - 1);
}

function otherOperator(node: Node, text: string): Change[] {
  const operator = String(node.operator);
  const replacement = OPERATORS[operator];
  // Text is joined with '+', and subtracting it only makes nonsense that any test notices.
  if (!replacement || isText(node.left) || isText(node.right)) return [];
  const after = range(node.left).end;
  const start = after + text.slice(after).indexOf(operator);
  return [{ start, end: start + operator.length, replacement }];
}

function isText(value: unknown): boolean {
  const node = value as Node;
  return node.type === "TemplateLiteral" || typeof node.value === "string";
}

function otherLiteral(node: Node): Change[] {
  const { start, end, value } = node;
  if (typeof value === "boolean") return [{ start, end, replacement: String(!value) }];
  if (typeof value === "number") return [{ start, end, replacement: String(value + 1) }];
  return [];
}

function moved(change: Change, by: number): Change {
  return { ...change, start: change.start + by, end: change.end + by };
}

function range(value: unknown): { start: number; end: number } {
  const { start, end } = value as Node;
  return { start, end };
}
