// Files of the built client: how long they are kept, and how they are compressed.
import { strict as assert } from "node:assert";
import { buildClient } from "../support/start/built.ts";
import { testApp } from "../support/start/test_app.ts";

await buildClient();

Deno.test("hashed files are cached for a year and compressed as the browser accepts", async () => {
  await using app = await testApp();
  const landing = await (await app.fetch("/")).text();
  const [stylesheet] = landing.match(/\/assets\/[^"]+\.css/)!;
  const plain = await (await app.fetch(stylesheet)).bytes();
  for (
    const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip;q=0.5", "gzip"],
      ["identity", null],
    ] as const
  ) {
    const response = await app.fetch(stylesheet, { headers: { "accept-encoding": accepted } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-encoding"), encoding);
    assert.equal(response.headers.get("content-type"), "text/css; charset=utf-8");
    assert.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.equal(response.headers.get("vary"), "Accept-Encoding");
    const body = await response.bytes();
    if (encoding) assert.ok(body.length < plain.length / 2);
  }
  const font = landing.match(/\/assets\/[^"]+\.woff2/)![0];
  assert.equal((await app.fetch(font)).headers.get("content-type"), "font/woff2");
});

Deno.test("a folder of built files, a file that is not there, and one outside answer 404", async () => {
  await using app = await testApp();
  for (const path of ["/assets", "/assets/", "/assets/nothing.js", "/assets/%2e%2e/.built_from"]) {
    assert.equal((await app.fetch(path)).status, 404, path);
  }
});
