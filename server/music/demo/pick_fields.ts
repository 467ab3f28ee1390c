// The parameter `fields` of a playlist: only these fields are answered.
import { SpotifyError } from "./spotify_error.ts";

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
