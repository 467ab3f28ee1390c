// Checks what arrives against the contract before a handler gets it.
import { zValidator } from "@hono/zod-validator";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import * as z from "zod/mini";
import type { Call } from "../contract/call.ts";
import { FIELD_MESSAGES } from "../contract/field_messages.ts";
import { waitAtMost } from "../timer.ts";
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
async function readBytes(
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

type Schema = z.core.$ZodType;

/** Reads and checks one part of a request. @throws DomainError */
type Read = (c: Context) => Promise<unknown>;

const done = () => Promise.resolve();

/**
 * Reads the body. It throws for 408, 413, 415 and 400, in this order. If it is `optional`, a missing one is an empty
 * object.
 */
export function jsonReader(schema: Schema, optional = false): Read {
  const check = zValidator("json", schema, refuse);
  return async (c) => {
    const text = await readBody(c.req.raw);
    const isMissing = optional && text === "";
    // hono's own json() takes the text from here, so that the body is read once and within our limits. The cache is
    // declared to hold strings, and awaited as promises.
    c.req.bodyCache.text = Promise.resolve(isMissing ? "{}" : text) as unknown as string;
    const type = c.req.header("content-type") ?? "";
    if (!isMissing && !/^application\/json\s*(;|$)/i.test(type)) {
      throw new DomainError("not_json");
    }
    await check(c as Parameters<typeof check>[0], done).catch((cause) => {
      throw cause instanceof HTTPException
        ? new DomainError("malformed_body", {}, { cause })
        : cause;
    });
    return c.req.valid("json" as never);
  };
}

/** Reads a body that is a file. It throws for 408, 413 and 415, in this order. */
export function fileReader(upload: NonNullable<Call["upload"]>): Read {
  const { media, maxBytes } = upload;
  if ("streamed" in upload) return (c) => Promise.resolve(boundedBody(c.req.raw, maxBytes));
  return async (c) => {
    const bytes = await readBytes(c.req.raw, maxBytes);
    const [type = ""] = (c.req.header("content-type") ?? "").split(";");
    if (type.trim().toLowerCase() !== media) throw new DomainError("not_csv");
    return bytes;
  };
}

/**
 * The body as a stream, which fails with DomainError `body_too_large` beyond `maxBytes`, `body_too_slow` if no byte comes for
 * ten seconds, or `malformed_body` if it breaks off. Its media type is what the sender's system guesses, so it is not asked.
 * @throws DomainError `body_too_large` if its length is told
 */
function boundedBody(request: Request, maxBytes: number): ReadableStream<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) {
    throw new DomainError("body_too_large");
  }
  const reader = (request.body ?? new Blob().stream()).getReader();
  let size = 0;
  return new ReadableStream({
    async pull(controller) {
      const reading = reader.read().catch((cause) => {
        throw new DomainError("malformed_body", {}, { cause });
      });
      try {
        const tooSlow = () => new DomainError("body_too_slow");
        const { done, value } = await waitAtMost(BODY_TIMEOUT_MS, reading, tooSlow);
        if (done) return controller.close();
        size += value.length;
        if (size > maxBytes) throw new DomainError("body_too_large");
        controller.enqueue(value);
      } catch (error) {
        await reader.cancel().catch(() => {});
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

/** Reads the query string. A key that comes twice has an array as its value. It throws for 400. */
export function queryReader(schema: Schema): Read {
  const check = zValidator("query", schema, refuse);
  return async (c) => {
    await check(c as Parameters<typeof check>[0], done);
    return c.req.valid("query" as never);
  };
}

function refuse(result: { success: boolean; error?: { issues: readonly z.core.$ZodIssue[] } }) {
  if (result.success) return;
  // Of 'hours', 0, 'opens' the names count.
  const names = (result.error?.issues[0]?.path ?? []).filter((part) => typeof part === "string");
  const known = [names.join("."), names[0] ?? ""].find((name) =>
    Object.hasOwn(FIELD_MESSAGES, name)
  );
  throw new DomainError("invalid_input", {
    msg: known && FIELD_MESSAGES[known],
    field: names[0],
  });
}
