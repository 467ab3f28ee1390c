// The panel's document: its addresses, its manifest, and what it says without scripts.
import { strict as assert } from "node:assert";
import { createOwner } from "../support/people/factories.ts";
import { buildClient } from "../support/start/built.ts";
import { testApp } from "../support/start/test_app.ts";

await buildClient();

Deno.test("the panel's addresses answer with its shell, short ones redirect, and others answer 404", async () => {
  await using app = await testApp();
  for (const path of ["/panel/login", "/panel/reset-password/abc", "/admin/payouts"]) {
    const response = await app.fetch(path);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /<div id="panel">.*|<script type="module"/);
  }
  for (
    const [from, to] of [["/panel", "/panel/dashboard"], ["/admin", "/admin/payouts"]] as const
  ) {
    const response = await app.fetch(from);
    assert.equal(response.status, 302);
    assert.equal(response.headers.get("location"), to);
  }
  const missing = await app.fetch("/panel/nothing");
  assert.equal(missing.status, 404);
  assert.match(missing.headers.get("content-type") ?? "", /text\/html/);
});

Deno.test("the web manifest belongs to the panel alone", async () => {
  await using app = await testApp();
  const { cafeId } = await createOwner(app.deps);
  const MANIFEST = /<link rel="manifest" href="\/site\.webmanifest"/;
  for (const path of ["/panel/login", "/panel/dashboard", "/admin/payouts"]) {
    assert.match(await (await app.fetch(path)).text(), MANIFEST, path);
  }
  for (const path of ["/", "/aydinlatma-metni", `/cafe/${cafeId}`, "/cafe/nowhere", "/nowhere"]) {
    assert.doesNotMatch(await (await app.fetch(path)).text(), MANIFEST, path);
  }
  const manifest = await (await app.fetch("/site.webmanifest")).json();
  assert.equal(manifest.scope, "/panel/");
});

Deno.test("the panel says without scripts that it needs them", async () => {
  await using app = await testApp();
  const shell = await (await app.fetch("/panel/register")).text();
  assert.match(shell, /<main[^>]*><noscript><p>Panel için tarayıcınızda JavaScript açık olmalıdır/);
});
