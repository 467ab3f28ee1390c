// `deno task sql [FILE] NAME`: prints a statement of db/ with its parameters and its plan on a new database.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Listed, listStatements } from "./list.ts";

const SCHEMA = join(import.meta.dirname!, "../../db/schema.sql");

/** A step of a plan: its depth follows from the step above it. */
interface Step {
  id: number;
  parent: number;
  detail: string;
}

/**
 * What is printed of each statement that `words` name: `MOVE`, `plays.ts MOVE`, `DELETE.sessions`, `END_ALL 2`.
 * @throws RangeError if none has the name
 */
export async function describe(words: readonly string[]): Promise<string> {
  const asked = words.join(" ");
  const found = (await listStatements())
    .filter(({ file, name }) => name === asked || `/${file} ${name}`.endsWith(`/${asked}`));
  if (!found.length) throw new RangeError(`db/statements.sql has no statement '${asked}'.`);
  const db = new DatabaseSync(":memory:");
  try {
    db.exec(Deno.readTextFileSync(SCHEMA));
    return found.map((statement) => description(db, statement)).join("\n");
  } finally {
    db.close();
  }
}

function description(db: DatabaseSync, { file, name, text, parameters }: Listed): string {
  const values = Object.fromEntries(parameters.map((parameter) => [parameter, null]));
  const steps = db.prepare(`explain query plan ${text}`).all(values) as unknown as Step[];
  return [
    `-- db/${file} ${name}, ${text.length} characters`,
    text.replace(/^\n/, ""),
    `-- parameters: ${parameters.join(", ") || "none"}`,
    "-- plan:",
    ...treeOf(steps).map((step) => `--${step}`),
    "",
  ].join("\n");
}

function treeOf(steps: readonly Step[], parent = 0, indent = "  "): string[] {
  return steps.filter((step) => step.parent === parent)
    .flatMap(({ id, detail }) => [indent + detail, ...treeOf(steps, id, `${indent}  `)]);
}

if (import.meta.main) {
  try {
    console.log(await describe(Deno.args));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    console.error(error.message);
    Deno.exit(1);
  }
}
