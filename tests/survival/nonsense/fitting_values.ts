// Values that fit a schema, from the JSON schema of its input; texts are words that the product gave before, if it did.
import fc from "fast-check";
import * as z from "zod/mini";
import { hostileText } from "./hostile.ts";
import { Known } from "./known_words.ts";

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

/** Undefined for a pattern of a kind that fast-check cannot make texts for. */
function matching(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, "u"), { size: "small" });
  } catch {
    return undefined;
  }
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
