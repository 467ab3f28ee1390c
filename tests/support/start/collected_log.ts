// What the product logs in this process.
import { reset } from "@logtape/logtape";
import { configureLogging } from "../../../server/logging.ts";

export interface CollectedLog extends AsyncDisposable {
  /** One JSON text each. */
  lines: string[];
}

/** Collects the lines of every logger at `level` and above, until it is disposed of. */
export async function collectLog(
  level: Parameters<typeof configureLogging>[0],
): Promise<CollectedLog> {
  const lines: string[] = [];
  await configureLogging(level, (line) => void lines.push(line));
  return { lines, [Symbol.asyncDispose]: reset };
}
