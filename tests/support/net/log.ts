// What the product writes into its log while a test runs.
import { reset } from "@logtape/logtape";
import { configureLogging } from "../../../server/logging.ts";

interface KeptLog extends AsyncDisposable {
  /** In the order in which they were written. */
  lines: string[];
}

/** Keeps the lines of this level and above, in place of printing them, until it is disposed. */
export async function keepLog(level: Parameters<typeof configureLogging>[0]): Promise<KeptLog> {
  const lines: string[] = [];
  await configureLogging(level, (line) => void lines.push(line));
  return { lines, [Symbol.asyncDispose]: () => reset() };
}
