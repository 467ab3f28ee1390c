// Values that no call expects: texts, numbers and structures that have broken other programs.
import fc from "../../support/properties.ts";
import * as z from "zod/mini";
import { Known } from "./known_words.ts";

const TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "a\udc00b",
  "\uffff",
  "\ufeff",
  "\u202e\u2066gnp.exe",
  "\u200b\u200d\u2060",
  "İIıi\u0307",
  "ﷺ".repeat(40),
  "e" + "\u0301".repeat(300),
  "👩‍👩‍👧‍👦".repeat(20),
  "\u2028\u2029",
  "\x1b[2J\x07",
  "<script>alert(1)</script>",
  "' or 1=1 --",
  "'; drop table accounts; --",
  '"',
  "%",
  "_%",
  "\\",
  "*:*",
  'a" OR "b',
  "NEAR(a b)",
  "-a ^b",
  "../../../../etc/passwd",
  "..%2f..%2fdata",
  "%00",
  "%ED%A0%80",
  "%E0%A4%A",
  "%c0%ae%c0%ae",
  "${7*7}{{7*7}}",
  "=cmd|' /C calc'!A0",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "NaN",
  "undefined",
  "null",
  "true",
  "[object Object]",
  "1e999",
  "0x10",
  "-0",
  "٣٤٥",
  "http://127.0.0.1:1/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "spotify:track:",
  "library:-1",
  "library:9999999999999999999999",
];

const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  0.005,
  1e-7,
  10.005,
  1e21,
  1e300,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  2 ** 31,
  2 ** 32,
  2 ** 63,
  -(2 ** 63),
  8.64e15,
  8.64e15 + 1,
];

/** A text that programs misread, any text in any Unicode, or a very long one. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TEXTS) },
  {
    weight: 3,
    arbitrary: fc.array(fc.nat(0xffff), { maxLength: 30 })
      .map((units) => String.fromCharCode(...units)),
  },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 80 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("x", "ı", "😀", "\0", "%41"), fc.integer({ max: 9000 }))
      .map(([unit, times]) => unit.repeat(Math.max(1, times))),
  },
);

/** A number at a bound of some program, or any. */
export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** A value of any type. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { "": "" }),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map(nested) },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
}

// Values that fit a schema, from the JSON schema of its input; texts are words that the product gave before, if it did.

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Mostly fitting values. A rule that a JSON schema cannot say may still refuse them. */
export function fitting(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return ofSchema(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), "");
}

/** A word of this kind that the product gave, or `orElse`. */
export function known(kind: string, orElse?: fc.Arbitrary<string>): fc.Arbitrary<Known> {
  const nth = fc.oneof(fc.nat(2), fc.nat(99));
  return fc.tuple(nth, orElse ?? fc.constant("nothing"))
    .map(([nth, other]) => new Known(kind, nth, other));
}

function ofSchema(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => ofSchema(each as JsonSchema, name)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return ofObject(schema);
    case "array":
      return fc.array(ofSchema((schema.items ?? {}) as JsonSchema, name.replace(/s$/, "")), {
        maxLength: Math.min(5, schema.maxItems ?? 5),
      });
    case "string":
      return ofText(schema, name);
    case "integer":
    case "number":
      return ofNumber(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function ofObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const values = Object.entries(properties)
    .map(([name, each]) => [name, ofSchema(each as JsonSchema, name)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: required, noNullPrototype: true });
}

function ofText(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const { minLength = 0, maxLength = 40, pattern } = schema;
  const plain = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, 60) });
  const shaped = (pattern ? matching(pattern) : undefined) ?? plain;
  return fc.oneof(
    { weight: 8, arbitrary: known(name, shaped) },
    { weight: 2, arbitrary: shaped },
    { weight: 1, arbitrary: hostileText },
  );
}

const shapes = new Map<string, fc.Arbitrary<string> | undefined>();

/** Undefined for a pattern of a kind that fast-check cannot make texts for. Each is made once, as it lists all letters of Unicode. */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  if (!shapes.has(pattern)) {
    try {
      shapes.set(pattern, fc.stringMatching(new RegExp(pattern, "u"), { size: "small" }));
    } catch {
      shapes.set(pattern, undefined);
    }
  }
  return shapes.get(pattern);
}

function ofNumber({ type, minimum = -1000, maximum = 1000 }: JsonSchema): fc.Arbitrary<number> {
  const whole = fc.integer({
    min: Math.ceil(minimum),
    max: Math.floor(Math.min(maximum, 2 ** 31)),
  });
  if (type === "integer") return whole;
  // Most numbers of the API are amounts in TL.
  return fc.oneof(whole, whole.map((kurus) => kurus / 100));
}

// Ways to break a value before it becomes JSON, and the JSON after.

export interface Change {
  /** Which part of the value, counted through its whole tree. */
  at: number;
  how: "replace" | "remove" | "wrap" | "add";
  with: unknown;
}

/** The value with one part changed. */
export function changed(value: unknown, { at, how, with: other }: Change): unknown {
  let left = at % countOf(value);
  const visit = (part: unknown): unknown => {
    if (left-- === 0) return how === "wrap" ? [part] : how === "add" ? added(part, other) : other;
    if (part instanceof Known) return part;
    if (Array.isArray(part)) return part.map(visit);
    if (part === null || typeof part !== "object") return part;
    const entries = Object.entries(part).flatMap(([key, item]) =>
      how === "remove" && left === 0 ? (left--, []) : [[key, visit(item)]]
    );
    return Object.fromEntries(entries);
  };
  return visit(value);
}

/** How the text of a body may be broken. Most stay whole. */
export const DAMAGES: Record<string, (json: string) => string | Uint8Array<ArrayBuffer>> = {
  none: (json) => json,
  half: (json) => json.slice(0, json.length / 2),
  twice: (json) => json + json,
  comma: (json) => json.replace(/.$/s, ",$&"),
  quotes: (json) => json.replaceAll('"', "'"),
  mark: (json) => "\ufeff" + json,
  nul: (json) => json + "\0",
  prototype: (json) => json.replace(/^\{/, '{"__proto__":{"a":1},"constructor":null,'),
  doubled: (json) => json.replace(/^\{(.+)\}$/s, "{$1,$1}"),
  huge: (json) => json.replace(/\d+/g, "1e999"),
  nan: (json) => json.replace(/\d+|true|false|null/g, "NaN"),
  escapes: (json) =>
    json.replace(/[a-z]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")),
  surrogate: (json) => json.replace(/"([^"]*)"\}$/, '"\\ud800$1"}'),
  deep: (json) => "[".repeat(7000) + json + "]".repeat(7000),
  deepKeys: (json) => '{"a":'.repeat(2000) + json + "}".repeat(2000),
  padded: (json) => json + " ".repeat(16 * 1024),
  utf16: (json) => new Uint8Array(new Uint16Array([...json].map((c) => c.charCodeAt(0))).buffer),
  latin1: (json) => Uint8Array.from(json + "\u00ff", (c) => c.charCodeAt(0) & 255),
};

function added(part: unknown, other: unknown): unknown {
  return part !== null && typeof part === "object" && !(part instanceof Known)
    ? { ...part, ["__proto__"]: other, toString: other, "": other }
    : { value: part };
}

function countOf(value: unknown): number {
  if (value === null || typeof value !== "object" || value instanceof Known) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + countOf(item), 1);
}

// Parts of the cases that are the same for every route: how addresses are bent, methods, names, headers.

/** Ways to write an address that should not lead anywhere else. */
export const BENDS = {
  no: (path: string) => path,
  slash: (path: string) => path + "/",
  double: (path: string) => path.replaceAll("/", "//"),
  dots: (path: string) => path.replace("/", "/./x/%2e%2e/"),
  encoded: (path: string) => path.replace(/[a-z]/g, (c) => "%" + c.charCodeAt(0).toString(16)),
  broken: (path: string) => path + "%E0%A4%A",
  nul: (path: string) => path + "%00",
  upper: (path: string) => path.toUpperCase(),
  semicolon: (path: string) => path + ";a=b",
  backslash: (path: string) => path.replaceAll("/", "\\"),
  long: (path: string) => path + "/x".repeat(3000),
  head: (path: string) => path.slice(0, path.lastIndexOf("/")),
};

export const METHODS = [
  ...["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND", "get"],
];

/** What the pages, forms and the music account's calls name their parameters. */
export const NAMES = [
  ...["ownerId", "term", "q", "uri", "id", "state", "code", "error", "token", "lease", "days", "v"],
  ...["limit", "offset", "market", "type", "ids", "device_id", "position_ms", "volume_percent"],
  ...["client_id", "client_secret", "redirect_uri", "response_type", "scope", "grant_type"],
  ...["code_challenge", "code_challenge_method", "code_verifier", "refresh_token", "question"],
  ...["decision", "device", "percent", "seconds", "refused", "masa", "__proto__", "a[]", ""],
];

export const HEADERS = [
  ...["accept", "accept-encoding", "accept-language", "authorization", "range", "if-none-match"],
  ...["if-range", "idempotency-key", "x-forwarded-for", "x-forwarded-proto", "forwarded", "origin"],
  ...["referer", "sec-fetch-site", "content-encoding", "content-type", "expect", "x-auth-token"],
  ...["x-http-method-override", "upgrade", "connection", "sec-websocket-version", "x-request-id"],
];
export const HEADER_VALUES = [
  ...["*", "*/*", "br;q=0, gzip", "gzip;q=1.1.1", "bytes=0-", "bytes=5-2", "bytes=-0"],
  ...["bytes=0-1,3-4", "bytes=99999999999999999999-", '"', 'W/"1"', "null", "same-origin"],
  ...["websocket", "13", "application/json", "text/csv", "application/json; charset=utf-16"],
  ...["gzip", "100-continue", "::ffff:1.2.3.4", "fe80::1%eth0", "1.2.3.4:99999", "[::1]:1"],
  ...["unknown, , ,", "\u00ff", " "],
];
