// The log: JSON lines on standard output, configured once for the process (docs/running.md#health).
import { configure, getJsonLinesFormatter, type LogLevel, type LogRecord } from "@logtape/logtape";
import type { Config } from "./config.ts";

interface LogOutput {
  /** Writes the line before it returns, so that the last lines before an exit are not lost. */
  write(line: string): void;
  /**
   * Writes the line at the end of this turn of the event loop, with all others of it: under load the system call
   * takes longer than making the line. A process that is killed loses the lines of one turn.
   */
  writeSoon(line: string): void;
}

export function createLogOutput(): LogOutput {
  const encoder = new TextEncoder();
  let waiting = "";

  function writeWaiting(): void {
    let bytes = encoder.encode(waiting);
    waiting = "";
    while (bytes.length > 0) bytes = bytes.subarray(Deno.stdout.writeSync(bytes));
  }

  addEventListener("unload", writeWaiting);
  return {
    write(line) {
      waiting += line;
      writeWaiting();
    },
    writeSoon(line) {
      if (waiting === "") setImmediate(writeWaiting);
      waiting += line;
    },
  };
}

const LEVELS: Record<Config["logLevel"], LogLevel> = {
  debug: "debug",
  info: "info",
  warn: "warning",
  error: "error",
};

/** LogTape copies each record for sinks that keep it. This one does not, and says so as LogTape's own do. */
const AT_ONCE = { [Symbol.for("LogTape.sinkSnapshotPolicy.immediate")]: true };

const format = getJsonLinesFormatter({ message: "rendered" });

/** Writes the records of every logger at `level` and above to standard output, or to `replaced`: one line each. */
export async function configureLogging(
  level: Config["logLevel"],
  replaced?: (line: string) => void,
): Promise<void> {
  const { write, writeSoon } = replaced
    ? { write: replaced, writeSoon: replaced }
    : createLogOutput();
  const lines = (record: LogRecord) => {
    const line = accessLine(record);
    if (line) writeSoon(line);
    else write(format(withoutSecrets(record)));
  };
  await configure({
    reset: true,
    sinks: { lines: Object.assign(lines, AT_ONCE) },
    loggers: [
      { category: "siradaki", lowestLevel: LEVELS[level], sinks: ["lines"] },
      { category: ["logtape", "meta"], lowestLevel: "warning", sinks: ["lines"] },
    ],
  });
}

/**
 * An error as the log may show it. The message of a failed query contains its SQL and parameters, such as hashes and
 * e-mail addresses, so it is left out. The error's cause says what went wrong without them.
 */
function describeError(error: unknown): Record<string, unknown> | string {
  if (!(error instanceof Error)) return typeof error;
  const failedQuery = "query" in error || "params" in error;
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    ...(typeof code === "string" ? { code } : {}),
    message: failedQuery ? "a query failed" : error.message,
    at: (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)).slice(0, 12)
      .map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** What a terminal reads as a control code though JSON leaves it as it is: DEL and the C1 range. */
const TERMINAL_CODES = /[\x7f-\x9f]/;

/**
 * Formats a record of http/access_log.ts, or returns undefined for another. The line is the one that `format` makes;
 * making it here takes 5 us instead of 40, and there is one for each answer.
 */
function accessLine({ category, timestamp, message, properties }: LogRecord): string | undefined {
  if (category[1] !== "access") return;
  const line = JSON.stringify({
    "@timestamp": new Date(timestamp).toISOString(),
    level: "INFO",
    message: message.join(""),
    logger: "siradaki.access",
    properties,
  });
  return TERMINAL_CODES.test(line) ? undefined : line + "\n";
}

function withoutSecrets(record: LogRecord): LogRecord {
  const safe = (value: unknown) => value instanceof Error ? describeError(value) : value;
  return {
    ...record,
    message: [record.message.map(asText).join("")],
    properties: Object.fromEntries(
      Object.entries(record.properties).map(([key, value]) => [key, safe(value)]),
    ),
  };
}

/** What went wrong, down to the first cause: without SQL, as `describeError`. */
function reasonOf(error: Error): string {
  const described = describeError(error);
  if (typeof described === "string") return described;
  const { name, message, code } = described;
  const own = [name, message || code].filter(Boolean).join(": ");
  return error.cause instanceof Error ? `${own} (${reasonOf(error.cause)})` : own;
}

function asText(part: unknown): string {
  if (part instanceof Error) return reasonOf(part);
  return typeof part === "object" ? JSON.stringify(part) : String(part);
}
