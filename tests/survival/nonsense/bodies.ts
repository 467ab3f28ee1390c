// Bodies of the cases: JSON that fits, nearly fits or is broken, forms, lists, bytes and streams.
import fc from "fast-check";
import { type Change, changed, DAMAGES } from "./broken_json.ts";
import { fitting } from "./fitting_values.ts";
import type { Fields } from "./cases.ts";
import { hostileText, hostileValue } from "./hostile.ts";
import type { Route } from "./route_walk.ts";

export type BodyPlan =
  | { kind: "json"; value: unknown; damage: string; type: string; isStreamed: boolean }
  | { kind: "form"; fields: Fields }
  | { kind: "text"; text: string; type: string }
  | { kind: "bytes"; bytes: Uint8Array<ArrayBuffer>; type: string };

const JSON_TYPE = "application/json";
const TYPES = [
  ...[JSON_TYPE, "application/json; charset=utf-8", "APPLICATION/JSON;", "text/csv", "text/plain"],
  ...["application/jsonp", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a"],
  ...["", ";", "application/json, text/html"],
];

const types = fc.constantFrom(...TYPES);

/** Mostly the body that the route's call describes, with or without a change and damage. */
export function body(
  { method, call }: Route,
  fields: fc.Arbitrary<Fields>,
): fc.Arbitrary<BodyPlan | undefined> {
  const anything = fc.oneof(
    json(hostileValue),
    fields.map((fields): BodyPlan => ({ kind: "form", fields })),
    fc.record({ kind: fc.constant("text" as const), text: hostileText, type: types }),
    fc.record({ kind: fc.constant("bytes" as const), bytes: bytes(), type: types }),
  );
  if (call?.body) {
    const fits = fitting(call.body);
    return fc.oneof(
      { weight: 9, arbitrary: json(fits) },
      {
        weight: 9,
        arbitrary: json(fc.tuple(fits, change()).map(([value, how]) => changed(value, how))),
      },
      { weight: 2, arbitrary: anything },
      { weight: 1, arbitrary: fc.constant(undefined) },
    );
  }
  if (call?.upload) {
    const type = call.upload.media;
    const list = fc.array(fc.tuple(hostileText, hostileText), { maxLength: 20 })
      .map((lines): BodyPlan => ({ kind: "text", type, text: lines.map(String).join("\n") }));
    return fc.oneof({ weight: 9, arbitrary: list }, { weight: 2, arbitrary: anything });
  }
  return fc.option(anything, { nil: undefined, freq: !call && method !== "GET" ? 10 : 1 });
}

function json(values: fc.Arbitrary<unknown>): fc.Arbitrary<BodyPlan> {
  const names = Object.keys(DAMAGES);
  return fc.record({
    kind: fc.constant("json" as const),
    value: values,
    damage: fc.oneof(
      { weight: 12, arbitrary: fc.constant("none") },
      { weight: 1, arbitrary: fc.constantFrom(...names) },
    ),
    type: fc.oneof(
      { weight: 20, arbitrary: fc.constant(JSON_TYPE) },
      { weight: 1, arbitrary: types },
    ),
    // A streamed body comes without a length.
    isStreamed: fc.boolean(),
  });
}

function change(): fc.Arbitrary<Change> {
  return fc.record({
    at: fc.nat(30),
    how: fc.constantFrom("replace", "replace", "replace", "remove", "wrap", "add"),
    with: hostileValue,
  });
}

function bytes(): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  return fc.uint8Array({ maxLength: 300 }).map((array) => new Uint8Array(array));
}
