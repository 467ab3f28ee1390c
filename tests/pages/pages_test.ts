// What holds of every page: its description, its address, its styles and its banner.
import { strict as assert } from "node:assert";
import { PANEL_PATHS } from "../../server/pages/paths.ts";
import { createOwner } from "../support/people/factories.ts";
import { buildClient } from "../support/start/built.ts";
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
  await buildClient();
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
