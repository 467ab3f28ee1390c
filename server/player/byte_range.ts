// Which part of a file a Range header asks for (RFC 9110, section 14). Pure.

/** The first and the last byte. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The part of a file of `size` bytes. Undefined if the whole file is to be sent: without a header, and for several parts
 * or another unit, which a server may ignore. `unsatisfiable` if no byte of the file is in it.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, from, to] = header?.match(/^bytes=(\d*)-(\d*)$/i) ?? [];
  if (from === undefined || to === undefined || from + to === "") return;
  if (from === "") {
    const count = Math.min(Number(to), size);
    return count === 0 ? "unsatisfiable" : { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  // The whole header counts as malformed if it ends before it begins.
  if (to !== "" && Number(to) < first) return;
  return first >= size ? "unsatisfiable" : { first, last };
}
