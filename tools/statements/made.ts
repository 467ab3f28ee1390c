// Stands for db/connection/statement.ts while the statements are listed: it makes the same ones, and keeps each with the stack of its making.
import * as db from "../../db/connection/statement.ts";

export * from "../../db/connection/statement.ts";

type Make = (sql: string) => (parameters: object) => db.Statement<unknown>;

/** A statement as it was made. */
export interface Made {
  /** Its final text. */
  text: string;
  /** Its parameters, each once, in the order in which SQLite counts them. */
  parameters: string[];
  stack: string;
}

/** All of them, in the order in which they were made. */
export const MADE: Made[] = [];

/** More than any statement is deep: a text is at times built by functions of other files. */
const FRAMES = 50;

const keeping = (make: unknown) => (sql: string) => {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = before;
  const made = (make as Make)(sql);
  const parameters = db.namesIn(sql);
  const { sql: text } = made(Object.fromEntries(parameters.map((name) => [name, null])));
  MADE.push({ text, parameters, stack });
  return made;
};

export const statement = keeping(db.statement) as unknown as typeof db.statement;
