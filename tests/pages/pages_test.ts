// What holds of every page: its description, its address, its styles and its banner.
import { strict as assert } from "node:assert";
import { PANEL_PATHS } from "../../server/pages/send_page.ts";
import { createOwner } from "../support/people/factories.ts";
import { buildClient } from "../support/start/built.ts";
import { startSqld } from "../support/start/sqld.ts";
import { testApp } from "../support/start/test_app.ts";

await buildClient();

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

Deno.test("with REGISTRATION=closed GET / does not invite to register, and the panel's document says so", async () => {
  await using app = await testApp({ REGISTRATION: "closed" });
  const html = await (await app.fetch("/")).text();
  assert.doesNotMatch(html, /panel\/register|kaydedin/);
  const panel = await (await app.fetch("/panel/register")).text();
  assert.match(panel, /<div id="panel" data-registration="closed"/);
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

Deno.test("only the pages of a cafe that uses the demo music account have its banner", async () => {
  await using demo = await testApp();
  await using real = await testApp({ SPOTIFY_CLIENT_ID: "id", SPOTIFY_CLIENT_SECRET: "secret" });
  const screens = [...PANEL_PATHS, "/", "/aydinlatma-metni", "/cafe/nowhere", "/nowhere"];
  for (const path of [...screens, "/panel/nowhere", "/admin/nowhere"]) {
    for (const app of [demo, real]) {
      assert.doesNotMatch(await (await app.fetch(path)).text(), /demo-banner/);
    }
  }
  for (const [app, said] of [[demo, true], [real, false]] as const) {
    const { cafeId } = await createOwner(app.deps);
    const html = await (await app.fetch(`/cafe/${cafeId}`)).text();
    assert.equal(html.includes('class="demo-banner"'), said);
  }
});

Deno.test("the panel's document names each script that its screens load later, and those of no other program", async () => {
  await using app = await testApp();
  const html = await (await app.fetch("/panel/login")).text();
  const scripts = html.match(/data-scripts="([^"]+)"/)![1]!.split(" ");
  const folder = new URL("../../client/dist/assets", import.meta.url);
  const built = [...Deno.readDirSync(folder)].map(({ name }) => `/assets/${name}`);
  assert.deepEqual(scripts.filter((script) => !built.includes(script)), []);
  for (const screen of ["panel.share-", "panel.player-", "qr-"]) {
    assert.equal(scripts.filter((script) => script.includes(`/${screen}`)).length, 1, screen);
  }
  for (const other of ["SearchDesk-", "main-"]) {
    assert.ok(!scripts.some((script) => script.includes(other)), other);
  }
  assert.equal(new Set(scripts).size, scripts.length);
});

// Files of the built client: how long they are kept, and how they are compressed.

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

const BUSY = /Sistem şu anda yoğun\. Lütfen biraz sonra tekrar deneyin\./;

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

/** The text of the page, and its markup. */
async function read(environment: Record<string, string>) {
  await using app = await testApp(environment);
  const html = await (await app.fetch("/aydinlatma-metni")).text();
  const text = html.replace(/<!-- -->/g, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")
    .replaceAll("&#x27;", "'");
  return { html, text };
}

Deno.test("the privacy page names the data controller and the way to reach it", async () => {
  const { html, text } = await read({
    OPERATOR_NAME: "Çınar <Kahve> Ltd. Şti.",
    OPERATOR_CONTACT: "kvkk@cinar.example",
  });
  assert.match(text, /Veri sorumlusu: Çınar &lt;Kahve&gt; Ltd\. Şti\./);
  assert.match(html, /<a href="mailto:kvkk@cinar\.example">kvkk@cinar\.example<\/a>/);
});

Deno.test("the privacy page shows a contact that is no e-mail address as text", async () => {
  const { html, text } = await read({ OPERATOR_CONTACT: "javascript:alert(1) @ 0212 000 00 00" });
  assert.match(text, /başvurularınız için: javascript:alert\(1\) @ 0212 000 00 00/);
  assert.doesNotMatch(html, /href="(mailto|javascript)/);
});

Deno.test("without settings the privacy page refers to the cafe, names no service that gets anything, and says what is kept of a login's device", async () => {
  const { text } = await read({});
  assert.match(text, /Veri sorumlusu, bu hizmeti işleten işletmedir\./);
  assert.match(text, /Sorularınızı kafeye veya hizmeti size sunan işletmeye iletebilirsiniz\./);
  assert.doesNotMatch(text, /Spotify|scdn/);
  assert.match(
    text,
    /hangi tarayıcı ve işletim sistemiyle açıldığı .* oturum bitene kadar saklanır/,
  );
});

Deno.test("with real Spotify the privacy page says that covers and search words go to Spotify", async () => {
  const { text } = await read({ SPOTIFY_CLIENT_ID: "id", SPOTIFY_CLIENT_SECRET: "secret" });
  assert.match(text, /arama kutusuna yazdıklarınız, .* Spotify'a iletilir/);
  assert.match(text, /kapaklarını tarayıcınız doğrudan .*i\.scdn\.co.* internet adresinizi görür/);
  assert.doesNotMatch(text, /misafirler hakkında bilgi iletilmez/);
});

// The panel's document: its addresses, its manifest, and what it says without scripts.

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
