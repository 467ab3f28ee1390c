// Reads parts of one file, wherever they are, and never holds much of it (docs/library.md#reading-the-folder).

/** The largest part of a file that is held in memory: its tags, or a picture in them. */
export const MAX_PART = 16 * 1024 * 1024;

/** Tags take some ms; a file that is walked whole takes a second. */
const MAX_MS = 30_000;

/** As many bytes are read at once and kept, so that small parts that follow each other cost one read. */
const WINDOW = 64 * 1024;

/** A part of the file, such as its tags, is larger than 16 MB. */
export class BigTagsError extends Error {
  override name = "BigTagsError";
}

export interface FileBytes extends Disposable {
  readonly size: number;
  /**
   * The bytes from `position` on: `length` of them, or fewer if the file ends before. They may change with the next call.
   * @throws BigTagsError if they are more than 16 MB
   */
  at(position: number, length: number): Promise<Uint8Array>;
}

/** Opens the file at `path`. @throws Error of Deno, and once `signal` aborts that of the signal at the next `at` */
export async function openBytes(path: string, signal?: AbortSignal): Promise<FileBytes> {
  // By its path: Deno refuses that of a handle if the folder of music is a link.
  const { size } = await Deno.stat(path);
  const file = await Deno.open(path);
  const window = new Uint8Array(WINDOW);
  let from = 0;
  let kept = 0;

  async function fill(into: Uint8Array, position: number): Promise<number> {
    await file.seek(position, Deno.SeekMode.Start);
    let count = 0;
    for (let more; count < into.length && (more = await file.read(into.subarray(count)));) {
      count += more;
    }
    return count;
  }
  return {
    size,
    async at(position, length) {
      signal?.throwIfAborted();
      if (length > MAX_PART) throw new BigTagsError("A part of it is too large");
      if (length > WINDOW) {
        const part = new Uint8Array(Math.max(0, Math.min(length, size - position)));
        return part.subarray(0, await fill(part, position));
      }
      const isKept = position >= from && position + length <= from + kept;
      const isAtEnd = position >= from && from + kept >= size && kept > 0;
      if (!isKept && !isAtEnd) {
        from = position;
        kept = await fill(window, position);
      }
      return window.subarray(
        Math.min(position - from, kept),
        Math.min(position - from + length, kept),
      );
    },
    [Symbol.dispose]: () => file.close(),
  };
}

/** A signal that aborts with `signal`, and after the time that a file may take; `end` when it is through. */
export function bounds(signal?: AbortSignal): { signal: AbortSignal; end: () => void } {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("It took too long")), MAX_MS);
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    end: () => clearTimeout(timer),
  };
}

/** The number in four bytes, the largest first. */
export function big32(bytes: Uint8Array, at = 0): number {
  return view(bytes).getUint32(at);
}

/** The number in four bytes, the smallest first. */
export function little32(bytes: Uint8Array, at = 0): number {
  return view(bytes).getUint32(at, true);
}

/** Each byte as the character of its number. */
export function ascii(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

export function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
