// The server's log for people: a short line for each record, and the stack of an error below it.
import { linesOf } from "../../tests/support/net/lines.ts";

/** A line of the log, as far as it is shown (server/logging.ts). */
export interface LogLine {
  "@timestamp": string;
  level: string;
  message: string;
  logger: string;
  properties: Record<string, unknown>;
}

const COLOURS: Record<string, string> = { DEBUG: "90", WARN: "33", WARNING: "33", ERROR: "31" };

/** Prints what comes, and tells `hear` of each record. Resolves at the end of the stream. */
export async function printLog(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  hear: (line: LogLine) => void,
): Promise<void> {
  for await (const text of linesOf(stream)) {
    const line = parsed(text);
    console.log(line ? forPeople(line, !Deno.noColor && Deno.stdout.isTerminal()) : text);
    if (line) hear(line);
  }
}

/** What is no record is printed as it is: `console.log` of who looks for a mistake. */
function parsed(text: string): LogLine | undefined {
  try {
    const line = JSON.parse(text);
    return typeof line.message === "string" && line.properties ? line : undefined;
  } catch {
    return undefined;
  }
}

/** `12:30:01 GET /api/requests 200 in 8.3 ms`, or with the part of the product: `12:30:01 WARN mail: ...`. */
export function forPeople(line: LogLine, coloured: boolean): string {
  const { level, message, logger, properties } = line;
  const part = logger.split(".").slice(1).join(".");
  const time = new Date(line["@timestamp"]).toTimeString().slice(0, 8);
  const said = part === "access" ? answer(message, properties) : `${part}: ${message}`;
  const text = [time, ...level === "INFO" ? [] : [level], said].join(" ") + below(properties);
  const colour = coloured ? COLOURS[level] : undefined;
  return colour ? `\x1b[${colour}m${text}\x1b[0m` : text;
}

/** The properties that the message has already, or that are for machines. */
const SAID = ["method", "path", "status", "requestId", "durationMs"];

function answer(message: string, properties: Record<string, unknown>): string {
  const more = Object.entries(properties).filter(([name]) => !SAID.includes(name))
    .map(([name, value]) => ` ${name}=${value}`);
  return `${message} in ${properties.durationMs} ms${more.join("")}`;
}

/** The stack of an error, or the statements of a call of the database. */
function below({ statements, error }: Record<string, unknown>): string {
  const lines = statements ?? (error as { at?: unknown } | undefined)?.at;
  if (!Array.isArray(lines)) return "";
  return lines.map((line) => `\n    ${dedent(line).replaceAll("\n", "\n    ")}`).join("");
}

/** SQL stands in the code with the indentation of its place there. */
function dedent(text: string): string {
  const lines = text.trim().split("\n");
  const margin = Math.min(...lines.slice(1).map((line) => line.search(/\S|$/)));
  return lines.map((line, i) => i === 0 ? line : line.slice(margin)).join("\n");
}
