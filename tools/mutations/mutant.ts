// One change to a source file, which a test should notice.

export interface Mutant {
  /** From the project's root. */
  path: string;
  /** Counted from 1. */
  line: number;
  /** What is replaced, as offsets into the text. */
  start: number;
  end: number;
  replacement: string;
}

/** The file's text with the change. */
export function mutated(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The change as one line of a report: `db/requests/queue.ts:12: "a < b" -> "a <= b"`. */
export function described(text: string, mutant: Mutant): string {
  return `${mutant.path}:${mutant.line}: ${changeOf(text, mutant)}`;
}

/** The change alone: `"a < b" -> "a <= b"`. */
export function changeOf(text: string, { start, end, replacement }: Mutant): string {
  return `${quoted(text.slice(start, end))} -> ${quoted(replacement)}`;
}

function quoted(code: string): string {
  return JSON.stringify(code.replace(/\s+/g, " ").slice(0, 90));
}
