import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { PANEL_PATHS } from "../../server/pages/paths.ts";
import { createOwner } from "../support/people/factories.ts";
import { buildClient } from "../support/start/built.ts";
import { submit } from "../support/people/requests.ts";
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
  assert.equal((await app.fetch("/assets/nothing.js")).status, 404);
  assert.equal((await app.fetch("/assets/%2e%2e/.built_from")).status, 404);
});

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

Deno.test("GET / tells search engines and link previews what it is, and links to the registration and the login", async () => {
  await using app = await testApp({ APP_ORIGIN: "https://siradaki.example" });
  const html = await (await app.fetch("/")).text();
  assert.match(html, /<title>Kafenizin müziğini birlikte yönetin · Sıradaki<\/title>/);
  const [, description = ""] = html.match(/<meta name="description" content="([^"]+)"/)!;
  assert.ok(description.length > 50 && description.length < 160, description);
  assert.match(html, /<link rel="canonical" href="https:\/\/siradaki\.example\/"\/>/);
  assert.match(html, /og:title" content="Kafenizin müziğini birlikte yönetin"/);
  const [, picture = ""] = html.match(/og:image" content="https:\/\/siradaki\.example([^"]+)"/)!;
  assert.equal((await app.fetch(picture)).headers.get("content-type"), "image/png");
  assert.match(html, /og:image:alt" content="[^"]+"/);
  assert.doesNotMatch(html, /noindex|<script/);
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  assert.deepEqual([...main.matchAll(/href="([^"]+)"/g)].map(([, path]) => path), [
    "/panel/register",
    "/panel/login",
  ]);
});

Deno.test("a path with extra slashes redirects to the page, and never to another host", async () => {
  await using app = await testApp();
  const led: [from: string, to: string][] = [
    ["/panel/login/", "/panel/login"],
    ["/panel/?a=1", "/panel?a=1"],
    ["/cafe/abc/", "/cafe/abc"],
    ["/aydinlatma-metni/", "/aydinlatma-metni"],
  ];
  for (const [from, to] of led) {
    const response = await app.fetch(from);
    assert.deepEqual([response.status, response.headers.get("location")], [308, to]);
  }
  for (const path of ["//example.com/", "/nowhere/", "/cafe/", "/panel/login//"]) {
    const response = await app.fetch(path);
    assert.deepEqual([response.status, response.headers.get("location")], [404, null], path);
    assert.match(await response.text(), /Böyle bir adres yok\./);
  }
});

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

Deno.test("every other page has its styles in a file, and a policy that allows none inside", async () => {
  await using app = await testApp();
  for (const path of ["/", "/aydinlatma-metni", "/panel/login", "/cafe/nowhere", "/nowhere"]) {
    const response = await app.fetch(path);
    const html = await response.text();
    assert.match(html, /<link rel="stylesheet"/);
    assert.doesNotMatch(html, /<style|\sstyle=/);
    const policy = response.headers.get("content-security-policy")!.split("; ");
    assert.ok(policy.includes("style-src 'self'"), policy.join("; "));
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

Deno.test("every page has the demo banner if the demo music account is used, and only then", async () => {
  await using demo = await testApp();
  await using real = await testApp({ SPOTIFY_CLIENT_ID: "id", SPOTIFY_CLIENT_SECRET: "secret" });
  const screens = [...PANEL_PATHS, "/", "/aydinlatma-metni", "/cafe/nowhere", "/nowhere"];
  for (const path of [...screens, "/panel/nowhere", "/admin/nowhere"]) {
    assert.match(await (await demo.fetch(path)).text(), /class="demo-banner"/);
    assert.doesNotMatch(await (await real.fetch(path)).text(), /demo-banner/);
  }
  for (const [app, said] of [[demo, true], [real, false]] as const) {
    const { cafeId } = await createOwner(app.deps);
    const html = await (await app.fetch(`/cafe/${cafeId}`)).text();
    assert.equal(html.includes('class="demo-banner"'), said);
  }
});
