// One case: a call of a route that is nearly right, or not at all. Words of the product are looked up when it is sent.
import fc from "../../support/properties.ts";
import { ROLES, ROLES_BY_ACCESS } from "../../../server/contract/access.ts";
import {
  BENDS,
  type Change,
  changed,
  DAMAGES,
  fitting,
  HEADER_VALUES,
  HEADERS,
  hostileText,
  hostileValue,
  known,
  METHODS,
  NAMES,
} from "./values.ts";
import { Known, PARAMETER } from "./known_words.ts";
import { createApp } from "../../../server/app.ts";
import type { Call } from "../../../server/contract/call.ts";
import { CALLS } from "../../../server/contract/calls.ts";
import type { Deps } from "../../../server/deps.ts";

export type Text = string | Known;

/** Names and values, or a whole query or form that the product gave. */
export type Fields = [name: string, value: unknown][] | Known;

export interface Case {
  method: string;
  /** The router's pattern. */
  path: string;
  /** For the pattern's parameters, in order. */
  params: Text[];
  /** How the address is bent after that. */
  bend: keyof typeof BENDS;
  query: Fields;
  token?: Text;
  cookies: Text[];
  headers: [name: string, value: Text][];
  body?: BodyPlan;
}

const names = fc.oneof(fc.constantFrom(...NAMES), hostileText);
const aName = names.chain((name) => fc.tuple(fc.constant(name), valueOf(name)));
const anyFields = fc.array(aName, { maxLength: 6 });

const headers = fc.array(
  fc.tuple(
    fc.constantFrom(...HEADERS),
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...HEADER_VALUES) },
      { weight: 3, arbitrary: fc.constantFrom(...HEADERS).chain((name) => known(name)) },
      { weight: 1, arbitrary: hostileText },
    ) as fc.Arbitrary<Text>,
  ),
  { maxLength: 2 },
);

/** A case of one of the routes. Those whose calls are described come most often, since they do most. */
export function caseOf(routes: Route[]): fc.Arbitrary<Case> {
  const described = routes.filter(({ call }) => call);
  const byFolder = Object.values(
    Object.groupBy(routes.filter(({ call }) => !call), ({ path }) => path.split("/")[1]!),
  );
  return fc.oneof(
    { weight: 7, arbitrary: fc.oneof(...described.map(ofRoute)) },
    {
      weight: 3,
      arbitrary: fc.oneof(...byFolder.map((some) => ({
        weight: Math.min(20, some!.length),
        arbitrary: fc.oneof(...some!.map(ofRoute)),
      }))),
    },
  );
}

function ofRoute(route: Route): fc.Arbitrary<Case> {
  const { method, path, call } = route;
  const params = [...path.matchAll(PARAMETER)].map(([, name = "id"]) => valueOf(name));
  const roles = ROLES_BY_ACCESS[call?.access ?? "login"] ?? ROLES;
  const rightToken = fc.constantFrom(...roles).chain((role) => known(`${role} token`));
  return fc.record({
    method: often(fc.constant(method), fc.constantFrom(...METHODS)),
    path: fc.constant(path),
    params: fc.tuple(...params),
    bend: often(fc.constant("no"), fc.constantFrom(...Object.keys(BENDS))) as fc.Arbitrary<
      Case["bend"]
    >,
    query: queryOf(route),
    token: fc.option(often(rightToken, valueOf("token")), {
      nil: undefined,
      freq: call?.access ? 20 : 2,
    }),
    cookies: fc.array(valueOf("cookie"), { maxLength: 2 }),
    headers: headersOf(call),
    body: body(route, fc.oneof(known(`form of ${path}`, fc.constant("")), anyFields)),
  }, { noNullPrototype: true });
}

function queryOf({ path, call }: Route): fc.Arbitrary<Fields> {
  if (!call) return fc.oneof(known(`query of ${path}`, fc.constant("")), anyFields);
  const fitted: fc.Arbitrary<Fields> = call.query
    ? fitting(call.query).map((fields) => Object.entries(fields as object))
    : fc.constant([]);
  return often<Fields>(fitted, anyFields);
}

/** Nonsense in some cases; the music account's routes, which have no description, also get an access token. */
function headersOf(call: Route["call"]): fc.Arbitrary<Case["headers"]> {
  const some = often<Case["headers"]>(fc.constant([]), headers, 3);
  return call
    ? some
    : some.map((rest) => [["authorization", new Known("authorization", 0)], ...rest]);
}

/** A word of this name that the product gave, mostly. */
function valueOf(name: string): fc.Arbitrary<Text> {
  return fc.oneof<fc.MaybeWeightedArbitrary<Text>[]>(
    { weight: 8, arbitrary: known(name) },
    { weight: 1, arbitrary: fc.constantFrom("true", "on", "off", "0", "1", "50", "track") },
    { weight: 1, arbitrary: hostileText },
  );
}

function often<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, times = 12): fc.Arbitrary<T> {
  return fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

// Bodies of the cases: JSON that fits, nearly fits or is broken, forms, lists, bytes and streams.

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

// Every route of the router, with the description of its call if it has one.

export interface Route {
  method: string;
  /** The router's pattern. */
  path: string;
  call?: Call;
}

/** A parameter of a pattern, with the shape that it may have to have, or a wildcard. */

/** The routes, each once. Middleware has its path without a method of its own; that path is a route to try too. */
export function walkedRoutes(deps: Deps): Route[] {
  const routes = createApp(deps).routes.map(({ method, path }): Route => ({
    method: method === "ALL" ? "GET" : method,
    path,
    call: (CALLS as Record<string, Call>)[`${method} ${path}`],
  }));
  return [...new Map(routes.map((route) => [nameOf(route), route])).values()];
}

/** "GET /cafe/:cafeId" */
export function nameOf({ method, path }: Pick<Route, "method" | "path">): string {
  return `${method} ${path}`;
}
