import { strict as assert } from "node:assert";
import { Validator } from "@seriousme/openapi-schema-validator";
import { brotliDecompressSync } from "node:zlib";
import { createApp } from "../../server/app.ts";
import { lazy } from "../../server/once.ts";
import { ROLES_BY_ACCESS } from "../../server/contract/access.ts";
import { preparedCafe, requestOf, ROWS } from "../support/calls/calls.ts";
import { rawSocket } from "../support/net/raw_socket.ts";
import { createOwner } from "../support/people/factories.ts";
import { servedApp } from "../support/start/served_app.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("GET /api/openapi.json is valid OpenAPI 3.1", async () => {
  await using app = await testApp();
  const response = await app.fetch("/api/openapi.json");
  assert.equal(response.status, 200);
  const document = await response.json();
  const validator = new Validator();
  const { valid, errors } = await validator.validate(document);
  assert.deepEqual(errors ?? [], []);
  assert.ok(valid);
  assert.equal(validator.version, "3.1");
});

Deno.test("GET /api/openapi.json is compressed once, and then kept", async () => {
  await using app = await testApp();
  const get = async () => {
    const response = await app.fetch("/api/openapi.json", { headers: { "accept-encoding": "br" } });
    assert.equal(response.headers.get("content-encoding"), "br");
    assert.equal(response.headers.get("content-type"), "application/json");
    assert.equal(response.headers.get("vary"), "Accept-Encoding");
    return new Uint8Array(await response.arrayBuffer());
  };
  const bytes = await get();
  assert.deepEqual(await get(), bytes);
  const plain = await (await app.fetch("/api/openapi.json")).text();
  assert.equal(brotliDecompressSync(bytes).toString(), plain);
});

Deno.test("every call under /api is described, each with its errors, and none that is not there", async () => {
  await using app = await testApp();
  const { paths } = await (await app.fetch("/api/openapi.json")).json();
  const described = Object.entries<Record<string, { responses: object; summary: string }>>(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses, summary }]) => {
        assert.ok(summary.length > 10);
        assert.ok(Object.keys(responses).some((status) => Number(status) >= 400));
        return `${method.toUpperCase()} ${path}`;
      })
    );
  const routes = createApp(app.deps).routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
    .filter((route) => route !== "GET /api/openapi.json");
  assert.deepEqual(described.sort(), [...new Set(routes)].sort());
});

Deno.test("the document says which JSON body may be missing", async () => {
  await using app = await testApp();
  const { paths } = await (await app.fetch("/api/openapi.json")).json();
  const optional = Object.entries<Record<string, { requestBody?: { required: boolean } }>>(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) => requestBody && !requestBody.required)
        .map(([method]) => `${method} ${path}`)
    );
  assert.deepEqual(optional.toSorted(), [
    "post /api/playback/skip",
    "post /api/requests/play-next",
    "put /api/admin/payouts/{payoutId}/paid",
  ]);
});

// What the OpenAPI document says of roles and success holds on the running server, call by call.
interface Operation {
  description?: string;
  security: unknown[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

const UPGRADE = "GET /api/realtime";

Deno.test("the table of calls has a row for each call of the document, and no other", async () => {
  assert.deepEqual(Object.keys(await operations()).sort(), Object.keys(ROWS).sort());
});

for (const [name, row] of Object.entries(ROWS)) {
  if (name === UPGRADE) continue;
  Deno.test(`${name} answers a success with the status and the type that the document names`, async () => {
    await using cafe = await preparedCafe();
    const { app } = cafe;
    const { responses } = (await operations())[name]!;
    const response = await app.fetch(...requestOf(cafe, name, await row.prepare(cafe)));
    await response.body?.cancel();
    assert.equal(response.status, row.status);
    assert.deepEqual(successesOf(responses), [String(response.status)]);
    const types = Object.keys(responses[response.status]!.content ?? {});
    assert.deepEqual(types.map((type) => asDescribed(type, response)), typeOf(response));
  });
}

Deno.test(`${UPGRADE} answers a handshake with the status that the document names`, async () => {
  await using app = await servedApp();
  const { ownerId } = await createOwner(app.deps);
  const { status, connection } = await rawSocket(app.origin, `/api/realtime?ownerId=${ownerId}`);
  connection.close();
  assert.equal(status, ROWS[UPGRADE].status);
  assert.deepEqual(successesOf((await operations())[UPGRADE]!.responses), [String(status)]);
});

// That the server admits these roles and no others: tests/team/access_test.ts.
Deno.test("the document names the roles that may make each call", async () => {
  for (const [name, { security, description = "" }] of Object.entries(await operations())) {
    const roles = description.match(/For a logged-in (.+)\./)?.[1]?.split(" or ");
    assert.deepEqual(roles ?? null, ROLES_BY_ACCESS[ROWS[name as keyof typeof ROWS].who], name);
    assert.equal(security.length > 0, roles !== undefined, name);
  }
});

/** The document's operations by name: "PUT /api/requests/:id". It is the same in every app, and is read once. */
const operations = lazy(async (): Promise<Record<string, Operation>> => {
  await using app = await testApp();
  const { paths } = await (await app.fetch("/api/openapi.json")).json();
  return Object.fromEntries(
    Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
        operation,
      ])
    ),
  );
});

function successesOf(responses: Operation["responses"]): string[] {
  return Object.keys(responses).filter((status) => Number(status) < 400);
}

/** A described range of types ("image/*") stands for each type in it. */
function asDescribed(described: string, response: Response): string {
  const [type = described] = typeOf(response);
  return described.endsWith("/*") && type.startsWith(described.slice(0, -1)) ? type : described;
}

function typeOf({ headers }: Response): string[] {
  const type = headers.get("content-type");
  return type === null ? [] : [type.split(";")[0]!];
}
