// One case: a call of a route that is nearly right, or not at all. Words of the product are looked up when it is sent.
import fc from "fast-check";
import { ROLES, ROLES_BY_ACCESS } from "../../../server/contract/access.ts";
import { body, type BodyPlan } from "./bodies.ts";
import { fitting, known } from "./fitting_values.ts";
import { hostileText } from "./hostile.ts";
import { Known } from "./known_words.ts";
import { BENDS, HEADER_VALUES, HEADERS, METHODS, NAMES } from "./odd_parts.ts";
import { PARAMETER, type Route } from "./route_walk.ts";

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
