// What only a socket shows: bytes that are a request of HTTP/1.1, nearly one, or none. One character is one byte.
import fc from "fast-check";
import type { Route } from "./route_walk.ts";
import {
  BAD_METHODS,
  FRAMINGS,
  HOSTS,
  LINES,
  METHODS,
  NO_REQUESTS,
  TARGETS,
  VERSIONS,
} from "./wire_parts.ts";

/** One to three requests, or bytes. `host` is that of the server. */
export function wireCase(routes: Route[], host: string): fc.Arbitrary<string> {
  const paths = [...new Set(routes.map(({ path }) => path.replace(/[:*{][^/]*/g, "x")))];
  const one = request(paths, host);
  return fc.oneof(
    { weight: 8, arbitrary: one },
    {
      weight: 3,
      arbitrary: fc.array(one, { minLength: 2, maxLength: 3 }).map((all) => all.join("")),
    },
    { weight: 1, arbitrary: fc.constantFrom(...NO_REQUESTS) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 200 }).map((all) => String.fromCharCode(...all)),
    },
  );
}

function request(paths: string[], host: string): fc.Arbitrary<string> {
  return fc.record({
    method: often(fc.constantFrom(...METHODS), BAD_METHODS, 15),
    target: often(fc.constantFrom(...paths), TARGETS, 4),
    version: often(fc.constant("HTTP/1.1"), VERSIONS, 15),
    hosts: often<string[]>(fc.constant([`host: ${host}`]), [
      [],
      [`host: ${host}`, "host: evil.test"],
      ...HOSTS.map((name) => [`host: ${name}`]),
    ], 8),
    lines: often<string[]>(fc.constant([]), LINES.map((line) => [line]), 2),
    framing: often(fc.constantFrom(...FRAMINGS.slice(0, 3)), FRAMINGS, 2),
    isKept: fc.boolean(),
    newline: often(fc.constant("\r\n"), ["\n", "\r", "\r\r\n"], 60),
  }).map(({ method, target, version, hosts, lines, framing: [header, body], isKept, newline }) =>
    [
      `${method} ${target} ${version}`,
      ...hosts,
      "content-type: application/json",
      ...lines,
      ...header === "" ? [] : [header],
      ...isKept ? [] : ["connection: close"],
      "",
      body,
    ].join(newline)
  );
}

function often<T>(usual: fc.Arbitrary<T>, odd: T[], times: number): fc.Arbitrary<T> {
  return fc.oneof({ weight: times, arbitrary: usual }, {
    weight: 1,
    arbitrary: fc.constantFrom(...odd),
  });
}
