// The cafe page's document: its content, its cookie, its styles, and an unknown cafe.
import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { createOwner } from "../support/people/factories.ts";
import { buildClient } from "../support/start/built.ts";
import { submit } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

await buildClient();

Deno.test("GET /cafe/:cafeId renders the name and the queue, is not cached, and sets the guest cookie", async () => {
  await using app = await testApp();
  const { cafeId, ownerId, token } = await createOwner(app.deps, "Kahve & Şarkı");
  const { _id } = await submit(app, ownerId, { songTitle: "<b>Gülpembe</b>", tipAmount: 12.5 });
  await app.call("PUT", `/api/requests/${_id}`, { token, body: { status: "approved" } });
  const response = await app.fetch(`/cafe/${cafeId}`);
  const html = await response.text();

  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "private, no-cache");
  assert.match(response.headers.get("set-cookie") ?? "", /^guest=.*HttpOnly/);
  assert.match(html, /<html lang="tr">/);
  assert.match(html, /<title>Kahve &amp; Şarkı · Sıradaki<\/title>/);
  assert.match(html, /<meta property="og:title" content="Kahve &amp; Şarkı"\/>/);
  assert.match(html, new RegExp(`og:url" content="http://127.0.0.1:8000/cafe/${cafeId}"`));
  assert.match(html, /<h1>Kahve &amp; Şarkı<\/h1>/);
  assert.match(html, /&lt;b&gt;Gülpembe&lt;\/b&gt;/);
  assert.match(html, /12,50 TL/);
  assert.doesNotMatch(html, /<b>|\sstyle=|<script(?![^>]*\ssrc=)/);
});

Deno.test("the cafe page has one inline style, which its policy allows by its hash, and loads no style sheet", async () => {
  await using app = await testApp();
  const { cafeId } = await createOwner(app.deps);
  for (const path of [`/cafe/${cafeId}`, `/cafe/${cafeId}?term=a`]) {
    const response = await app.fetch(path);
    const html = await response.text();
    const [style, ...others] = [...html.matchAll(/<style>([^]*?)<\/style>/g)];
    assert.deepEqual(others, []);
    const hash = createHash("sha256").update(style![1]!).digest("base64");
    const policy = response.headers.get("content-security-policy")!.split("; ");
    assert.ok(policy.includes(`style-src 'self' 'sha256-${hash}'`), policy.join("; "));
    assert.doesNotMatch(html, /rel="stylesheet"/);
  }
});

Deno.test("opening the cafe page again renews the guest cookie with the same id", async () => {
  await using app = await testApp();
  const { cafeId } = await createOwner(app.deps);
  const open = async (cookie = "") => {
    const response = await app.fetch(`/cafe/${cafeId}`, { headers: { cookie } });
    const [value, ...attributes] = (response.headers.get("set-cookie") ?? "").split("; ");
    assert.ok(attributes.includes("Max-Age=43200"), `${attributes}`);
    return value;
  };
  const cookie = await open();
  assert.equal(await open(cookie), cookie);
  assert.notEqual(await open(), cookie);
});

Deno.test("an unknown cafe is a page with the error's sentence, also without a guest cookie", async () => {
  await using app = await testApp();
  const response = await app.fetch("/cafe/nowhere");
  assert.equal(response.status, 404);
  assert.match(response.headers.get("content-type") ?? "", /text\/html/);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.match(await response.text(), /Bu kafe bulunamadı veya şu anda hizmet vermiyor\./);
});
