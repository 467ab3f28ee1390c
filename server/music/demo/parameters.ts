// Reads query parameters of /v1 and refuses wrong ones as the service does, with 400.
import type { Context } from "hono";
import { SpotifyError } from "./spotify_error.ts";

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
