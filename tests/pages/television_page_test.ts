// /cafe/{cafeId}/ekran, as the server renders it.
import { strict as assert } from "node:assert";
import { createOwner } from "../support/people/factories.ts";
import { playOwnMusic } from "../support/people/plays.ts";
import { decide, submit } from "../support/people/requests.ts";
import { buildClient } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

await buildClient();

Deno.test("GET /cafe/{cafeId}/ekran shows what plays, what comes next, and where guests ask, without a login or a cookie", async () => {
  await using app = await testApp({ GUEST_ORIGIN: "http://192.168.1.20:8000" });
  const { ownerId, cafeId, token } = await createOwner(app.deps, "Işıl'ın Kahvesi");
  await playOwnMusic(app.deps, ownerId);
  const { _id } = await submit(app, ownerId, { songTitle: "Islak Islak", tipAmount: 25 });
  await decide(app, token, _id, "approved");
  const response = await app.fetch(`/cafe/${cafeId}/ekran`);
  assert.equal(response.status, 200);
  assert.deepEqual(response.headers.getSetCookie(), []);
  assert.equal(response.headers.get("cache-control"), "no-cache");
  const html = await response.text();
  assert.match(html, /<title>Televizyon ekranı: Işıl&#x27;ın Kahvesi · Sıradaki<\/title>/);
  assert.match(html, /<meta name="robots" content="noindex"/);
  assert.match(html, /<h1>Işıl&#x27;ın Kahvesi<\/h1>/);
  assert.match(html, /Şimdi çalıyor.*Kafenin Şarkısı.*Islak Islak.*25 TL.*Sıradaki şarkı sizden/s);
  const code = cafeId.slice(-8).toLowerCase();
  assert.match(html, new RegExp(`"tv-address">192\\.168\\.1\\.20:8000/k/<wbr/>${code}<`));
});

Deno.test("the television's policy is the one of the other pages, and it loads one program and one style sheet", async () => {
  await using app = await testApp();
  const { cafeId } = await createOwner(app.deps);
  const policyOf = async (path: string) =>
    (await app.fetch(path)).headers.get("content-security-policy");
  assert.equal(await policyOf(`/cafe/${cafeId}/ekran`), await policyOf("/"));
  const html = await (await app.fetch(`/cafe/${cafeId}/ekran`)).text();
  assert.equal(html.match(/<script/g)?.length, 1);
  assert.equal(html.match(/rel="stylesheet"/g)?.length, 1);
  assert.doesNotMatch(html, / style="|<style/);
});

Deno.test("the television's build tag changes with the cafe's name and with nothing that updates bring", async () => {
  await using app = await testApp();
  const { ownerId, cafeId, token } = await createOwner(app.deps);
  const first = await buildOf(app, cafeId);
  assert.ok(first.length >= 16);
  await playOwnMusic(app.deps, ownerId);
  const { _id } = await submit(app, ownerId);
  await decide(app, token, _id, "approved");
  assert.equal(await buildOf(app, cafeId), first);
  const profile = { name: "Yeni Kahve", iban: "", accountHolderName: "" };
  assert.equal((await app.call("POST", "/api/cafes", { token, body: profile })).status, 200);
  assert.notEqual(await buildOf(app, cafeId), first);
});

Deno.test("the television of an unknown cafe is a page with the error's sentence", async () => {
  await using app = await testApp();
  const response = await app.fetch("/cafe/yok/ekran");
  assert.equal(response.status, 404);
  assert.match(response.headers.get("content-type") ?? "", /text\/html/);
});

async function buildOf(app: TestApp, cafeId: string): Promise<string> {
  const html = await (await app.fetch(`/cafe/${cafeId}/ekran`)).text();
  return html.match(/data-build="([^"]+)"/)![1]!;
}
