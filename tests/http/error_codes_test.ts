// The codes of errors are one list: the contract's, the table's, that of the OpenAPI document and that of docs/http.md.
import { strict as assert } from "node:assert";
import * as z from "zod/mini";
import {
  ERROR_CODES,
  ERROR_VALUES,
  ErrorAnswer,
  type ValuedCode,
} from "../../server/contract/error_codes.ts";
import { type Call, methodAndPath } from "../../server/contract/call.ts";
import { CALLS } from "../../server/contract/calls.ts";
import { DomainError } from "../../server/errors.ts";
import { ERROR_TABLE, errorBody } from "../../server/http/error_table.ts";
import { codesOf } from "../../server/openapi/document.ts";
import { testApp } from "../support/start/test_app.ts";

const page = await Deno.readTextFile(new URL("../../docs/http.md", import.meta.url));

function section(heading: string): string {
  const begin = page.indexOf(`### ${heading}\n`);
  assert.notEqual(begin, -1);
  return page.slice(begin).split(/\n##+ /)[0]!;
}

Deno.test("docs/http.md lists each code with its status, and no other", () => {
  const listed = [...section("Codes").matchAll(/^- (\d+): ((?:.|\n {2})+)/gm)]
    .flatMap(([, status, codes]) =>
      [...codes!.matchAll(/`(\w+)`/g)].map(([, code]) => `${code} ${status}`)
    );
  const table = Object.entries(ERROR_TABLE).map(([code, [status]]) => `${code} ${status}`);
  assert.deepEqual(listed.sort(), table.sort());
});

Deno.test("docs/http.md lists the values of each code that has some", () => {
  const listed = [...section("Values of a code").matchAll(/^\| (`.+?) +\| (.+)$/gm)]
    .flatMap(([, codes, values]) =>
      namesIn(codes!).map((code) => [code, namesIn(values!.split(":")[0]!).join()])
    );
  const described = Object.entries(ERROR_VALUES)
    .map(([code, values]) => [code, Object.keys(values.shape).join()]);
  assert.deepEqual(listed.sort(), described.sort());
});

function namesIn(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
}

Deno.test("each code's body fits the schema of errors, and its sentence is not another's", () => {
  assert.equal(new Set(ERROR_CODES).size, ERROR_CODES.length);
  const ofTable = ERROR_CODES.filter((code) => !(code in ERROR_VALUES));
  for (const code of ofTable) {
    assert.ok(z.safeParse(ErrorAnswer, errorBody({ code, detail: {} })).success, code);
  }
  assert.equal(new Set(ofTable.map((code) => ERROR_TABLE[code][1])).size, ofTable.length);
});

Deno.test("a code that comes with values has no sentence but the one that it comes with", () => {
  for (const code of Object.keys(ERROR_VALUES) as ValuedCode[]) {
    assert.throws(() => errorBody({ code, detail: {} }), TypeError);
    assert.equal(errorBody({ code, detail: { msg: "Uzun." } }).msg, "Uzun.");
  }
});

Deno.test("GET /api/openapi.json has the list of codes, and for each call those that it can refuse with, as bodies", async () => {
  await using app = await testApp();
  const { paths, components } = await (await app.fetch("/api/openapi.json")).json();
  assert.deepEqual(components.schemas.Error.properties.code.enum, [...ERROR_CODES]);
  assert.deepEqual(components.schemas.Error.required, ["msg", "code"]);
  assert.deepEqual(
    Object.keys(components.schemas.ErrorValues.properties),
    Object.keys(ERROR_VALUES),
  );
  for (const [name, call] of Object.entries<Call>(CALLS)) {
    const [method, path] = methodAndPath(name);
    const { responses } = paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
    const examples: [status: string, body: unknown][] = [];
    for (const [status, { content }] of Object.entries<Response>(responses)) {
      if (Number(status) < 400) continue;
      const { schema, examples: shown } = content["application/json"];
      assert.deepEqual(schema.allOf[1]?.properties?.code.enum, Object.keys(shown), name);
      for (const { value } of Object.values(shown)) examples.push([status, value]);
    }
    const said = examples.map(([status, body]) => {
      const { code } = z.parse(ErrorAnswer, body);
      assert.equal(String(ERROR_TABLE[code][0]), status, name);
      return code;
    });
    assert.deepEqual(said.sort(), [...codesOf(call)].sort(), name);
  }
});

interface Response {
  content: {
    "application/json": {
      schema: { allOf: { properties?: { code: { enum: string[] } } }[] };
      examples: Record<string, { value: unknown }>;
    };
  };
}

Deno.test("each code that only some calls refuse with is described by one of them", () => {
  const described = new Set(Object.values<Call>(CALLS).flatMap((call) => [...codesOf(call)]));
  const elsewhere = ["path_not_found", "method_not_allowed"];
  assert.deepEqual(ERROR_CODES.filter((code) => !described.has(code)), elsewhere);
});

/** Never called: the type check fails unless it is refused. */
export function refusalWithoutValues() {
  // @ts-expect-error: `minutes` is missing
  return new DomainError("song_too_long", { msg: "Uzun." });
}

/** Never called: the type check fails unless it is refused. */
export function refusalWithoutSentence() {
  // @ts-expect-error: its sentence is missing
  return new DomainError("song_too_long", { values: { minutes: 4 } });
}
