// Reads a request's body with a limit on its size and on the time it takes. Deno.serve has neither.
import { waitAtMost } from "../deadline.ts";
import { DomainError } from "../errors.ts";

const MAX_BODY_BYTES = 16 * 1024;
const BODY_TIMEOUT_MS = 10_000;

/**
 * Returns the body as text, empty if there is none (docs/http.md#errors).
 * @throws DomainError `body_too_large`, `body_too_slow`, or `malformed_body` if it is not UTF-8
 */
export async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) {
    throw new DomainError("body_too_large");
  }
  if (!request.body) return "";
  const reader = request.body.getReader();
  const tooSlow = () => new DomainError("body_too_slow");
  try {
    return await waitAtMost(BODY_TIMEOUT_MS, readAll(reader), tooSlow);
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error;
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return decode(chunks, size);
    size += value.length;
    if (size > MAX_BODY_BYTES) throw new DomainError("body_too_large");
    chunks.push(value);
  }
}

function decode(chunks: Uint8Array[], size: number): string {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DomainError("malformed_body", {}, { cause });
  }
}
