// Counts the statuses in a stream of answers that follow one another.
import type { Counts } from "./flood_plan.ts";

const STATUS = /HTTP\/1\.1 (\d{3})/g;
const STATUS_LENGTH = "HTTP/1.1 200".length;
const latin1 = new TextDecoder("latin1");

/** Returns what adds the statuses in the next bytes to `counts` and returns their number. One may be in two pieces. */
export function statusCounter(counts: Counts): (bytes: Uint8Array) => number {
  let rest = "";
  return (bytes) => {
    const text = rest + latin1.decode(bytes);
    let from = 0;
    let found = 0;
    for (const match of text.matchAll(STATUS)) {
      const name = match[1]!;
      found++;
      counts[name] = (counts[name] ?? 0) + 1;
      from = match.index + STATUS_LENGTH;
    }
    rest = text.slice(Math.max(from, text.length - STATUS_LENGTH + 1));
    return found;
  };
}
