// Reads a request's body with a limit on its size and on the time it takes. Deno.serve has neither.
import { waitAtMost } from "../deadline.ts";
import { DomainError } from "../errors.ts";

const MAX_BODY_BYTES = 16 * 1024;
const BODY_TIMEOUT_MS = 10_000;

/**
 * Returns the body as text, empty if there is none (docs/http.md#errors).
 * @throws DomainError `body_too_large`, `body_too_slow`, or `malformed_body` if it breaks off or is not UTF-8
 */
export async function readBody(request: Request): Promise<string> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DomainError("malformed_body", {}, { cause });
  }
}

/**
 * Returns the body, empty if there is none.
 * @throws DomainError `body_too_large` beyond `maxBytes`, `body_too_slow`, `malformed_body` if it breaks off
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) {
    throw new DomainError("body_too_large");
  }
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const tooSlow = () => new DomainError("body_too_slow");
  try {
    return await waitAtMost(BODY_TIMEOUT_MS, readAll(reader, maxBytes), tooSlow);
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error;
  }
}

/** The bytes are copied, because Deno gives each chunk 64 KB of memory, however short it is. */
async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number) {
  let bytes = new Uint8Array();
  let size = 0;
  for (;;) {
    // It rejects if the chunks are wrong, or the connection ends within the body.
    const { done, value } = await reader.read().catch((cause) => {
      throw new DomainError("malformed_body", {}, { cause });
    });
    if (done) return bytes.subarray(0, size);
    if (size + value.length > maxBytes) throw new DomainError("body_too_large");
    bytes = withRoomFor(size + value.length, bytes);
    bytes.set(value, size);
    size += value.length;
  }
}

/** `bytes`, or a copy that is at least twice as long, so that copying costs little even if a byte comes at a time. */
function withRoomFor(length: number, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (length <= bytes.length) return bytes;
  const larger = new Uint8Array(Math.max(length, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}
