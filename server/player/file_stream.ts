// Sends a part of an open file in chunks, and closes the file however the sending ends.
import type { ByteRange } from "./byte_range.ts";

const CHUNK_BYTES = 64 * 1024;

type File = Pick<Deno.FsFile, "read" | "seek" | "close">;

/** Streams the bytes of the range. The file is closed at their end, on a failure, and when the reader goes away. */
export function streamPart(file: File, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let left = last - first + 1;
  let isAtFirst = false;
  let isOpen = true;
  const close = () => {
    if (isOpen) file.close();
    isOpen = false;
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        if (!isAtFirst) await file.seek(first, Deno.SeekMode.Start);
        isAtFirst = true;
        const chunk = new Uint8Array(Math.min(CHUNK_BYTES, left));
        const count = await file.read(chunk);
        // Another program has cut the file short meanwhile.
        if (!count) throw new Error("The file ended before the part that was asked for");
        left -= count;
        controller.enqueue(chunk.subarray(0, count));
        if (left > 0) return;
        close();
        controller.close();
      } catch (error) {
        close();
        throw error;
      }
    },
    cancel: close,
  }, { highWaterMark: 0 });
}
