import { strict as assert } from "node:assert";
import { PANEL_PATHS } from "../../server/pages/plain_pages.tsx";
import { createOwner } from "../support/people/factories.ts";
import { buildClient } from "../support/start/built.ts";
import { startSqld } from "../support/start/sqld.ts";
import { testApp } from "../support/start/test_app.ts";

const BUSY = /Sistem şu anda yoğun\. Lütfen biraz sonra tekrar deneyin\./;

await buildClient();

Deno.test("without a database the cafe page is a 503 in Turkish that is not cached, and recovers", async () => {
  await using sqld = await startSqld();
  await using app = await appOn(sqld.url);
  const { cafeId } = await createOwner(app.deps, "Kahve Durağı");
  await sqld.kill();
  const refused = await app.fetch(`/cafe/${cafeId}`, { headers: { accept: "text/html" } });
  assert.equal(refused.status, 503);
  assert.match(refused.headers.get("content-type") ?? "", /^text\/html/);
  assert.equal(refused.headers.get("cache-control"), "no-store");
  assert.equal(refused.headers.get("retry-after"), "2");
  assert.match(refused.headers.get("content-security-policy") ?? "", /object-src 'none'/);
  const html = await refused.text();
  assert.match(html, /<html lang="tr">/);
  assert.match(html, /<h1>Sayfa şu anda gösterilemiyor<\/h1>/);
  assert.match(html, BUSY);
  assert.doesNotMatch(html, /select|sqlite|127\.0\.0\.1|Error/i);

  await sqld.start();
  const back = await app.fetch(`/cafe/${cafeId}`);
  assert.equal(back.status, 200);
  assert.match(await back.text(), /<h1>Kahve Durağı<\/h1>/);
});

Deno.test("without its database the panel's shell and the landing page work, and calls answer 503 as JSON", async () => {
  await using sqld = await startSqld();
  await using app = await appOn(sqld.url);
  const { token } = await createOwner(app.deps);
  await sqld.kill();
  for (const path of ["/", ...PANEL_PATHS]) {
    const response = await app.fetch(path);
    assert.equal(response.status, 200, path);
    assert.doesNotMatch(await response.text(), BUSY);
  }
  const refused = await app.call("GET", "/api/requests", { token });
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("cache-control"), "no-store");
  assert.equal(refused.headers.get("retry-after"), "2");
  const answer = await refused.json();
  const { msg, ...rest } = answer;
  assert.deepEqual(rest, { code: "database_unavailable", values: { seconds: 2 } });
  assert.match(msg, BUSY);
});

Deno.test("without its database the health check is a 503 with a sentence", async () => {
  await using sqld = await startSqld();
  await using app = await appOn(sqld.url);
  await sqld.kill();
  const refused = await app.fetch("/healthz");
  assert.equal(refused.status, 503);
  const { status, msg } = await refused.json();
  assert.equal(status, "database unavailable");
  assert.match(msg, BUSY);
});

function appOn(url: string) {
  return testApp({
    DATABASE_URL: url,
    APP_ORIGIN: "https://siradaki.ornek.test",
    JWT_SECRET: "j".repeat(32),
    ENCRYPTION_KEY: "e".repeat(32),
  });
}
