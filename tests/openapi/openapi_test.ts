import { strict as assert } from "node:assert";
import { brotliDecompressSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { createApp } from "../../server/app.ts";
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
