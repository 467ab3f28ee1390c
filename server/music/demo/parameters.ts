// Reads query parameters of /v1 and refuses wrong ones as the service does, with 400.
import { getLogger } from "@logtape/logtape";
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { DomainError } from "../../errors.ts";

const log = getLogger(["siradaki", "demo"]);

/** An error of `/v1`: `{"error":{"status","message","reason"?}}`. */
export class SpotifyError extends Error {
  override name = "SpotifyError";
  constructor(
    readonly status: ContentfulStatusCode,
    message: string,
    readonly reason?: string,
  ) {
    super(message);
  }
}

/** An error of `/api/token`: 400 `{"error","error_description"}`. */
export class OAuthError extends Error {
  override name = "OAuthError";
  constructor(readonly code: string, readonly description: string) {
    super(code);
  }
}

export function onSpotifyError(thrown: Error, c: Context): Response {
  if (thrown instanceof OAuthError) {
    return c.json({ error: thrown.code, error_description: thrown.description }, 400);
  }
  const error = thrown instanceof SpotifyError ? thrown : unexpected(thrown, c);
  const { status, message, reason } = error;
  if (status === 401) {
    c.header("WWW-Authenticate", `Bearer realm="spotify", error="invalid_token"`);
  }
  return c.json({ error: { status, message, ...(reason && { reason }) } }, status);
}

function unexpected(error: Error, c: Context): SpotifyError {
  if (error instanceof DomainError) return new SpotifyError(400, "Malformed request");
  log.error("Cannot answer {method} {path} as the demo music account: {error}", {
    method: c.req.method,
    path: c.req.path,
    error,
  });
  return new SpotifyError(500, "Server error");
}

/** A whole number from `least` to `most`. @throws SpotifyError 400, also if it is missing and has no `fallback` */
export function readWhole(
  c: Context,
  name: string,
  [least, most]: [least: number, most: number],
  fallback?: number,
): number {
  const text = c.req.query(name);
  if (text === undefined && fallback !== undefined) return fallback;
  if (text === undefined) throw new SpotifyError(400, `Missing required field: ${name}`);
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(number >= least && number <= most)) throw new SpotifyError(400, `Invalid ${name}`);
  return number;
}

/** One of `choices`. @throws SpotifyError 400 */
export function readChoice<T extends string>(c: Context, name: string, choices: readonly T[]): T {
  const text = c.req.query(name);
  if (text === undefined) throw new SpotifyError(400, `Missing required field: ${name}`);
  const choice = choices.find((each) => each === text);
  if (choice === undefined) {
    throw new SpotifyError(400, `${name} must be one of: ${choices.join(", ")}`);
  }
  return choice;
}

/** The market, a country's code, if one is given. @throws SpotifyError 400 */
export function readMarket(c: Context): string | undefined {
  const market = c.req.query("market");
  if (market !== undefined && !/^[A-Z]{2}$/.test(market)) {
    throw new SpotifyError(400, "Invalid market code");
  }
  return market;
}

/** The 22 characters of an id in the path. @throws SpotifyError 400 */
export function readId(c: Context): string {
  const id = c.req.param("id") ?? "";
  if (!/^[0-9A-Za-z]{22}$/.test(id)) throw new SpotifyError(400, "Invalid base62 id");
  return id;
}

// The parameter `fields` of a playlist: only these fields are answered.

type Json = Record<string, unknown>;

/**
 * Picks fields by their names, such as `name,tracks.total`. Names that the object does not have are left out. Of the
 * service's syntax, parentheses and exclamation marks are not known here.
 * @throws SpotifyError 400
 */
export function pickFields(object: Json, fields: string | undefined): Json {
  if (!fields) return object;
  const picked: Json = {};
  for (const field of fields.split(",")) {
    if (!/^\w+(\.\w+)*$/.test(field)) throw new SpotifyError(400, "Invalid fields");
    copy(object, picked, field.split("."));
  }
  return picked;
}

function copy(from: Json, to: Json, [name = "", ...rest]: string[]): void {
  if (!Object.hasOwn(from, name)) return;
  const value = from[name];
  if (rest.length === 0) to[name] = value;
  else if (isObject(value)) copy(value, (to[name] ??= {}) as Json, rest);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
