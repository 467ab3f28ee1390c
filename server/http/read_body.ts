// Reads a request's body within bounds. Deno.serve has neither a size limit nor a timeout of its own.
import { DomainError } from "../errors.ts";

/** The largest body (contract: 413). */
const MOST_BYTES = 16 * 1024;
/** How long a body may take to arrive (contract: 408). */
const SLOWEST_MS = 10_000;

/** @throws DomainError `body_too_large`, `body_too_slow`, or `malformed_body` where it is not UTF-8 */
export async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BYTES) {
    throw new DomainError("body_too_large");
  }
  if (!request.body) return "";
  const reader = request.body.getReader();
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DomainError("body_too_slow")), SLOWEST_MS);
  try {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), tooSlow]);
      if (done) return await decode(chunks);
      size += value.length;
      if (size > MOST_BYTES) throw new DomainError("body_too_large");
      chunks.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function decode(chunks: Uint8Array<ArrayBuffer>[]): Promise<string> {
  const bytes = await new Blob(chunks).arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DomainError("malformed_body", {}, { cause });
  }
}
