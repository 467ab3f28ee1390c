// Every path refuses with an error of the contract, whatever is wrong: another method, an unknown path, a broken database.
// That each call's own refusals fit is checked in every test (tests/support/start/answer_fault.ts).
import { strict as assert } from "node:assert";
import * as z from "zod/mini";
import { createApp } from "../../server/app.ts";
import { ErrorAnswer, type ErrorCode } from "../../server/contract/error_codes.ts";
import { ERROR_TABLE } from "../../server/http/error_table.ts";
import { createOwner } from "../support/people/factories.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"];
const UNKNOWN = ["/api", "/api/", "/api/nothing", "/api/%zz", "/api/%E0%A4%A", "/api/cafes/1/2/3"];

/** Each path of the product; the demo account speaks the protocol of the service that it stands for. */
function pathsOf(app: TestApp): string[] {
  const paths = createApp(app.deps).routes.map(({ path }) => path)
    .filter((path) => !path.includes("*") && !path.startsWith("/demo"));
  return [...new Set(paths)].map((path) => path.replace(/:\w+/g, "x"));
}

/** The code of an error, undefined if the answer is none. @throws AssertionError if it is an error of another shape */
async function codeOf(what: string, response: Response): Promise<ErrorCode | undefined> {
  const text = await response.text();
  if (response.status < 400 || text === "") return;
  if (response.headers.get("content-type")?.startsWith("text/html")) {
    assert.doesNotMatch(what, / \/(api|healthz)/, "a program gets no page");
    return;
  }
  const { status: _, ...body } = JSON.parse(text);
  const { code } = z.parse(ErrorAnswer, body, { error: () => `${what}: ${text}` });
  assert.equal(ERROR_TABLE[code][0], response.status, what);
  return code;
}

Deno.test("every path with every method answers, refused or not, and a refusal has a code", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { token } = await createOwner(app.deps);
  const codes = new Set<ErrorCode | undefined>();
  for (const path of [...pathsOf(app), ...UNKNOWN]) {
    for (const method of METHODS) {
      const headers = { "x-auth-token": token };
      const response = await app.fetch(path, { method, headers, redirect: "manual" });
      codes.add(await codeOf(`${method} ${path}`, response));
    }
  }
  for (
    const code of ["method_not_allowed", "path_not_found", "not_json", "unauthenticated"] as const
  ) {
    assert.ok(codes.has(code), code);
  }
});

Deno.test("every path without a database answers, and a refusal has a code", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { token } = await createOwner(app.deps);
  const paths = pathsOf(app);
  await app.deps.db.close();
  const codes = new Set<ErrorCode | undefined>();
  for (const path of paths) {
    const headers = { "x-auth-token": token };
    codes.add(await codeOf(`GET ${path}`, await app.fetch(path, { headers, redirect: "manual" })));
  }
  assert.ok(codes.has("internal"));
  assert.ok(codes.has("database_unavailable"), "of /healthz");
});
