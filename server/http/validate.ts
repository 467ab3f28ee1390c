// Checks what arrives against the contract before a handler gets it.
import type { Context } from "hono";
import * as z from "zod/mini";
import { FIELD_MESSAGES } from "../contract/field_messages.ts";
import { DomainError } from "../errors.ts";
import { readBody } from "./read_body.ts";

type Schema = z.core.$ZodType;

/** The body, parsed. @throws DomainError for 408, 413, 415 and 400, in this order */
export async function readJson<T extends Schema>(c: Context, schema: T): Promise<z.output<T>> {
  const text = await readBody(c.req.raw);
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new DomainError("not_json");
  return checked(parse(text), schema);
}

/** The query string, parsed. A key that comes twice has an array as its value. @throws DomainError for 400 */
export function readQuery<T extends Schema>(c: Context, schema: T): z.output<T> {
  const given = Object.entries(c.req.queries());
  return checked(
    Object.fromEntries(
      given.map(([key, values]) => [key, values.length === 1 ? values[0] : values]),
    ),
    schema,
  );
}

function checked<T extends Schema>(value: unknown, schema: T): z.output<T> {
  const { success, data, error } = z.safeParse(schema, value);
  if (success) return data;
  const field = error.issues[0]?.path[0];
  throw new DomainError("invalid_input", {
    msg: typeof field === "string" ? FIELD_MESSAGES[field] : undefined,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DomainError("malformed_body", {}, { cause });
  }
}
