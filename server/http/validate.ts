// Checks what arrives against the contract before a handler gets it.
import { zValidator } from "@hono/zod-validator";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type * as z from "zod/mini";
import type { Call } from "../contract/call.ts";
import { FIELD_MESSAGES } from "../contract/field_messages.ts";
import { DomainError } from "../errors.ts";
import { readBody, readBytes } from "./read_body.ts";

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
export function fileReader({ media, maxBytes }: NonNullable<Call["upload"]>): Read {
  return async (c) => {
    const bytes = await readBytes(c.req.raw, maxBytes);
    const [type = ""] = (c.req.header("content-type") ?? "").split(";");
    if (type.trim().toLowerCase() !== media) throw new DomainError("not_csv");
    return bytes;
  };
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
  const field = [names.join("."), names[0] ?? ""].find((name) =>
    Object.hasOwn(FIELD_MESSAGES, name)
  );
  throw new DomainError("invalid_input", { msg: field && FIELD_MESSAGES[field] });
}
