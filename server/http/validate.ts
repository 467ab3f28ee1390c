// Checks what arrives against the contract before any route sees it.
import { zValidator } from "@hono/zod-validator";
import type { Context, MiddlewareHandler } from "hono";
import type { z } from "zod";
import { DomainError } from "../errors.ts";
import { FIELD_MESSAGES } from "../contract/field_messages.ts";
import { readBody } from "./read_body.ts";

/** Validates a JSON body: 408, 413, 415, then 400, in the contract's order. */
export function validateJson<T extends z.ZodType>(schema: T) {
  const check = zValidator("json", schema, refuse);
  const handler: MiddlewareHandler = async (c, next) => {
    const text = await readBody(c.req.raw);
    requireJson(c);
    parse(text);
    // What Hono's own json() reads, so that the body is read once and within our bounds.
    // Declared as a string, awaited as a promise.
    c.req.bodyCache.text = Promise.resolve(text) as unknown as string;
    return check(c, next);
  };
  return handler as typeof check;
}

/** Validates the query string. */
export function validateQuery<T extends z.ZodType>(schema: T) {
  return zValidator("query", schema, refuse);
}

function refuse(result: { success: boolean; error?: { issues: readonly z.core.$ZodIssue[] } }) {
  if (result.success) return;
  const field = result.error?.issues[0]?.path[0];
  throw new DomainError("invalid_input", {
    msg: typeof field === "string" ? FIELD_MESSAGES[field] : undefined,
  });
}

function requireJson(c: Context): void {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new DomainError("not_json");
}

function parse(text: string): void {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new DomainError("malformed_body", {}, { cause });
  }
}
