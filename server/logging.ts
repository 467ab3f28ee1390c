// The log: JSON lines on standard output, configured once for the process (docs/running.md#health).
import {
  configure,
  getJsonLinesFormatter,
  getLogger,
  type LogLevel,
  type LogRecord,
} from "@logtape/logtape";
import type { TellStatements } from "../db/connection/told_port.ts";
import type { Config } from "./config.ts";
import { isDoneWithin } from "./timer.ts";

/** What takes the log: standard output. */
type Output = Pick<typeof Deno.stdout, "write" | "writeSync">;

interface LogOutput {
  write(line: string): void;
  /** Resolves once no line waits, or after a second. */
  flush(): Promise<void>;
}

/** For so long lines are collected, since under load the system call takes longer than making the line. In ms. */
const COLLECT_MS = 20;
/** How long an exit waits for what is being written. */
const FLUSH_MS = 1_000;
/** How much may wait if the log is not read, in characters. */
const MAX_WAITING = 1024 * 1024;

/**
 * Returns what writes lines without waiting for it, all in order. A log that is read too slowly or cannot be written costs
 * lines: they are dropped, and counted in a line of their own once it can be written again. What waits at an exit is written
 * then; a process that is killed loses the lines of 20 ms.
 */
export function createLogOutput(
  output: Output = Deno.stdout,
  tellLost: (lost: number) => void = logLost,
): LogOutput {
  const encoder = new TextEncoder();
  let waiting = "";
  let lost = 0;
  /** Whether the last line that was written has no end. */
  let isCut = false;
  let isScheduled = false;
  let isWriting = false;
  let onWritten = () => {};

  async function writeWaiting(): Promise<void> {
    isScheduled = false;
    isWriting = true;
    while (waiting !== "") {
      const lines = waiting;
      waiting = "";
      let bytes = encoder.encode(isCut ? `\n${lines}` : lines);
      try {
        while (bytes.length > 0) {
          const count = await output.write(bytes);
          isCut = count < bytes.length;
          bytes = bytes.subarray(count);
        }
        const told = lost;
        lost = 0;
        if (told > 0) tellLost(told);
      } catch {
        // The disk is full, or the pipe's other end is closed.
        lost += lines.split("\n").length - 1;
        break;
      }
    }
    isWriting = false;
    if (waiting === "") onWritten();
    else schedule();
  }

  function schedule(): void {
    if (isScheduled || isWriting) return;
    isScheduled = true;
    setTimeout(writeWaiting, COLLECT_MS);
  }

  addEventListener("unload", () => {
    // What is being written would be written twice, and may wait for a reader without end.
    if (isWriting) return;
    try {
      for (let bytes = encoder.encode(waiting); bytes.length > 0;) {
        bytes = bytes.subarray(output.writeSync(bytes));
      }
    } catch {
      // As above.
    }
  });

  return {
    write(line) {
      if (waiting.length + line.length > MAX_WAITING) lost++;
      else waiting += line;
      schedule();
    },
    async flush() {
      if (!isScheduled && !isWriting) return;
      await isDoneWithin(FLUSH_MS, new Promise<void>((resolve) => onWritten = resolve));
    },
  };
}

function logLost(lost: number): void {
  getLogger(["siradaki", "logging"]).warn("{lost} lines of the log could not be written", { lost });
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

/**
 * Writes the records of every logger at `level` and above to standard output, or to `replaced`: one line each. Returns what
 * to await before an exit.
 */
export async function configureLogging(
  level: Config["logLevel"],
  replaced?: (line: string) => void,
): Promise<LogOutput["flush"]> {
  const { write, flush } = replaced
    ? { write: replaced, flush: async () => {} }
    : createLogOutput();
  const lines = (record: LogRecord) => write(accessLine(record) ?? format(withoutSecrets(record)));
  await configure({
    reset: true,
    sinks: { lines: Object.assign(lines, AT_ONCE) },
    loggers: [
      { category: "siradaki", lowestLevel: LEVELS[level], sinks: ["lines"] },
      { category: ["logtape", "meta"], lowestLevel: "warning", sinks: ["lines"] },
    ],
  });
  return flush;
}

/** At `debug`, logs each call of the database: its statements, without their values, and its time. */
export function statementLog(level: Config["logLevel"]): TellStatements | undefined {
  if (level !== "debug") return;
  const log = getLogger(["siradaki", "db"]);
  return (statements, ms) => log.debug("{ms} ms", { ms: Math.round(ms * 100) / 100, statements });
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
