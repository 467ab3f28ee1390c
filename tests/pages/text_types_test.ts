import { strict as assert } from "node:assert";
import { buildClient } from "../support/start/built.ts";
import { testApp } from "../support/start/test_app.ts";

await buildClient();

for (
  const [path, type] of [
    ["/", "text/html; charset=utf-8"],
    ["/nirgends", "text/html; charset=utf-8"],
    ["/favicon.svg", "image/svg+xml; charset=utf-8"],
    ["/robots.txt", "text/plain; charset=utf-8"],
  ] as const
) {
  Deno.test(`GET ${path} names its type and charset`, async () => {
    await using app = await testApp();
    const response = await app.fetch(path);
    await response.body?.cancel();
    assert.equal(response.headers.get("content-type")?.toLowerCase(), type);
  });
}
