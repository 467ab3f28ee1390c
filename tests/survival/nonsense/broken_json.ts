// Ways to break a value before it becomes JSON, and the JSON after.
import { Known } from "./known_words.ts";

export interface Change {
  /** Which part of the value, counted through its whole tree. */
  at: number;
  how: "replace" | "remove" | "wrap" | "add";
  with: unknown;
}

/** The value with one part changed. */
export function changed(value: unknown, { at, how, with: other }: Change): unknown {
  let left = at % countOf(value);
  const visit = (part: unknown): unknown => {
    if (left-- === 0) return how === "wrap" ? [part] : how === "add" ? added(part, other) : other;
    if (part instanceof Known) return part;
    if (Array.isArray(part)) return part.map(visit);
    if (part === null || typeof part !== "object") return part;
    const entries = Object.entries(part).flatMap(([key, item]) =>
      how === "remove" && left === 0 ? (left--, []) : [[key, visit(item)]]
    );
    return Object.fromEntries(entries);
  };
  return visit(value);
}

/** How the text of a body may be broken. Most stay whole. */
export const DAMAGES: Record<string, (json: string) => string | Uint8Array<ArrayBuffer>> = {
  none: (json) => json,
  half: (json) => json.slice(0, json.length / 2),
  twice: (json) => json + json,
  comma: (json) => json.replace(/.$/s, ",$&"),
  quotes: (json) => json.replaceAll('"', "'"),
  mark: (json) => "\ufeff" + json,
  nul: (json) => json + "\0",
  prototype: (json) => json.replace(/^\{/, '{"__proto__":{"a":1},"constructor":null,'),
  doubled: (json) => json.replace(/^\{(.+)\}$/s, "{$1,$1}"),
  huge: (json) => json.replace(/\d+/g, "1e999"),
  nan: (json) => json.replace(/\d+|true|false|null/g, "NaN"),
  escapes: (json) =>
    json.replace(/[a-z]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")),
  surrogate: (json) => json.replace(/"([^"]*)"\}$/, '"\\ud800$1"}'),
  deep: (json) => "[".repeat(7000) + json + "]".repeat(7000),
  deepKeys: (json) => '{"a":'.repeat(2000) + json + "}".repeat(2000),
  padded: (json) => json + " ".repeat(16 * 1024),
  utf16: (json) => new Uint8Array(new Uint16Array([...json].map((c) => c.charCodeAt(0))).buffer),
  latin1: (json) => Uint8Array.from(json + "\u00ff", (c) => c.charCodeAt(0) & 255),
};

function added(part: unknown, other: unknown): unknown {
  return part !== null && typeof part === "object" && !(part instanceof Known)
    ? { ...part, ["__proto__"]: other, toString: other, "": other }
    : { value: part };
}

function countOf(value: unknown): number {
  if (value === null || typeof value !== "object" || value instanceof Known) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + countOf(item), 1);
}
