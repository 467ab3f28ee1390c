// The cafe page's document: its content, its cookie, its styles, and an unknown cafe.
import { strict as assert } from "node:assert";
import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { chooseSource, manualCafe } from "../support/music/manual_cafe.ts";
import { connect } from "../support/people/connection.ts";
import { createOwner } from "../support/people/factories.ts";
import { EVENINGS, houseWith, setRules } from "../support/people/house.ts";
import { changePlay, playOwnMusic } from "../support/people/plays.ts";
import {
  anyAddress,
  decide,
  draft,
  newGuest,
  queueSong,
  submit,
} from "../support/people/requests.ts";
import { withoutTexts } from "../support/people/turkish.ts";
import { buildClient } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

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

Deno.test("an unknown cafe, and its television, are a page with the error's sentence, also without a guest cookie", async () => {
  await using app = await testApp();
  for (const path of ["/cafe/nowhere", "/cafe/nowhere/ekran"]) {
    const response = await app.fetch(path);
    assert.equal(response.status, 404);
    assert.match(response.headers.get("content-type") ?? "", /text\/html/);
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.match(await response.text(), /Bu kafe bulunamadı veya şu anda hizmet vermiyor\./);
  }
});

// The cafe page is rendered once for guests without requests of their own, and for each guest with some.

Deno.test("a guest's own requests are on that guest's page alone, whichever guest comes first", async () => {
  await using app = await testApp();
  const { ownerId, cafeId, token } = await createOwner(app.deps);
  const [ayse, barış, newcomer] = [await newGuest(app), await newGuest(app), ""];
  const id = await send(app, ownerId, ayse);
  for (const guests of [[ayse, barış, newcomer], [newcomer, barış, ayse]]) {
    for (const guest of guests) {
      const { html } = await page(app, cafeId, guest);
      assert.equal(withoutTexts(html).includes("İsteklerim"), guest === ayse);
      assert.equal(html.includes(id), guest === ayse);
    }
  }
  await decide(app, token, id, "approved");
  for (const guest of [ayse, barış, newcomer, ayse]) {
    const { html } = await page(app, cafeId, guest);
    assert.ok(html.includes(id), "the queue is on every page");
    assert.equal(withoutTexts(html).includes("Sizin isteğiniz"), guest === ayse);
  }
});

Deno.test("the page is rendered again if the queue, the cafe's name or its music changes, and only then", async () => {
  await using app = await testApp();
  const { ownerId, cafeId, token } = await createOwner(app.deps);
  const rendered = async () => {
    await page(app, cafeId, "");
    return app.deps.cafePages.get(cafeId)!;
  };
  const first = await rendered();
  await createOwner(app.deps, "Başka Kahve");
  assert.equal(await rendered(), first, "another cafe was added");

  const id = await send(app, ownerId, await newGuest(app));
  assert.equal(await rendered(), first, "a request waits for a decision");
  await decide(app, token, id, "approved");
  const second = await rendered();
  assert.match(second.text, /Gülpembe/);

  const profile = { name: "Yeni Kahve", iban: "", accountHolderName: "" };
  assert.equal((await app.call("POST", "/api/cafes", { token, body: profile })).status, 200);
  assert.match((await rendered()).text, /<h1>Yeni Kahve<\/h1>/);
  assert.doesNotMatch(second.text, /Yeni Kahve/);

  const waits = /istekler müzik hesabı bağlanana kadar bekler/;
  assert.match(withoutTexts((await rendered()).text), waits);
  await connect(app, token);
  assert.doesNotMatch(withoutTexts((await rendered()).text), waits);

  assert.match((await rendered()).text, /&quot;freeWords&quot;:false/);
  assert.equal((await chooseSource(app, token, "manual")).status, 200);
  assert.match((await rendered()).text, /&quot;freeWords&quot;:true/);
});

Deno.test("rules that were changed for another day hold on that day, though the page stayed as it was", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { requests: "hours", hours: EVENINGS });
  const today = await page(app, owner.cafeId, "");
  const exceptTuesday = EVENINGS.filter(({ weekday }) => weekday !== 2);
  await setRules(app, owner, { hours: exceptTuesday });
  assert.equal((await page(app, owner.cafeId, "")).html, today.html);
  app.clock.pass(24 * 60 * 60_000);
  assert.match((await page(app, owner.cafeId, "")).html, /İstekler .* açılacak/);
});

Deno.test("the page is rendered again if another song plays, pauses, goes on or is over, and not while it plays", async () => {
  await using app = await testApp();
  const { ownerId, cafeId } = await createOwner(app.deps);
  const rendered = async () => {
    await page(app, cafeId, "");
    return app.deps.cafePages.get(cafeId)!;
  };
  assert.doesNotMatch(withoutTexts((await rendered()).text), /Şimdi çalıyor/);
  await playOwnMusic(app.deps, ownerId);
  const playing = await rendered();
  assert.match(
    withoutTexts(playing.text),
    /Şimdi çalıyor.*Kafenin Şarkısı.*Kafenin Sanatçısı.*3:20/s,
  );
  app.clock.pass(100_000);
  assert.equal(await rendered(), playing);
  const positionAt = app.clock.now();
  await changePlay(app.deps, ownerId, { isPaused: true, positionMs: 100_000, positionAt });
  assert.match(withoutTexts((await rendered()).text), /Duraklatıldı.*1:40 \/ 3:20/s);
  await changePlay(app.deps, ownerId, { isPaused: false, positionMs: 100_000, positionAt });
  assert.match(withoutTexts((await rendered()).text), /Şimdi çalıyor/);
  app.clock.pass(105_000);
  assert.doesNotMatch((await rendered()).text, /Kafenin Şarkısı/);
});

Deno.test("pages are compressed as Accept-Encoding asks, with the same content", async () => {
  await using app = await testApp();
  const { cafeId } = await createOwner(app.deps);
  for (const path of [`/cafe/${cafeId}`, "/", "/aydinlatma-metni", "/panel/login"]) {
    const get = async (accepted: string) => {
      const response = await app.fetch(path, { headers: { "accept-encoding": accepted } });
      assert.equal(response.headers.get("vary"), "Accept-Encoding");
      assert.equal(response.headers.get("content-type"), "text/html; charset=UTF-8");
      return { encoding: response.headers.get("content-encoding"), bytes: await response.bytes() };
    };
    const [plain, gzip, brotli] = [await get(""), await get("gzip"), await get("gzip, br")];
    assert.deepEqual([plain.encoding, gzip.encoding, brotli.encoding], [null, "gzip", "br"]);
    const html = new TextDecoder().decode(plain.bytes);
    assert.match(html, /^<!doctype html>/);
    assert.equal(gunzipSync(gzip.bytes).toString(), html);
    assert.equal(brotliDecompressSync(brotli.bytes).toString(), html);
  }
});

async function page(app: TestApp, cafeId: string, cookie: string) {
  const response = await app.fetch(`/cafe/${cafeId}`, { headers: { cookie } });
  assert.equal(response.headers.get("cache-control"), "private, no-cache");
  const [set] = response.headers.getSetCookie();
  return { html: await response.text(), cookie: set!.split(";")[0]! };
}

async function send(app: TestApp, ownerId: string, cookie: string): Promise<string> {
  const body = draft(ownerId);
  const address = anyAddress();
  const answer = await app.call("POST", "/api/requests", { body, headers: { cookie }, address });
  return (await answer.json())._id;
}

// The pages of a cafe whose music does not come from a music account.
for (const path of ["", "/ekran"]) {
  Deno.test(`/cafe/{cafeId}${path} names the demo music account only while the cafe's music comes from it`, async () => {
    await using cafe = await manualCafe();
    const { app, owner } = cafe;
    const text = async () => {
      const page = await app.call("GET", `/cafe/${owner.cafeId}${path}`);
      assert.equal(page.status, 200);
      // Without the style sheet, and without the data of the islands.
      return (await page.text()).replace(/<style>[^]*?<\/style>/, "").replace(/<[^>]*>/g, " ");
    };
    assert.doesNotMatch(await text(), /Spotify|Demo|müzik hesab/i);
    await connect(app, owner.token);
    assert.equal((await chooseSource(app, owner.token, "spotify")).status, 200);
    app.clock.pass(1_000);
    assert.match(await text(), /Demo: Spotify yerine/);
  });
}

// /cafe/{cafeId}/ekran, as the server renders it.

Deno.test("GET /cafe/{cafeId}/ekran shows what plays, what comes next, and where guests ask, without a login or a cookie", async () => {
  await using app = await testApp({ GUEST_ORIGIN: "http://192.168.1.20:8000" });
  const { ownerId, cafeId, token } = await createOwner(app.deps, "Işıl'ın Kahvesi");
  await playOwnMusic(app.deps, ownerId);
  await queueSong(app, { ownerId, token }, {
    songTitle: "Islak Islak",
    tipAmount: 25,
  });
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
  await queueSong(app, { ownerId, token });
  app.clock.pass(1_000);
  assert.equal(await buildOf(app, cafeId), first);
  const profile = { name: "Yeni Kahve", iban: "", accountHolderName: "" };
  assert.equal((await app.call("POST", "/api/cafes", { token, body: profile })).status, 200);
  app.clock.pass(1_000);
  assert.notEqual(await buildOf(app, cafeId), first);
});

async function buildOf(app: TestApp, cafeId: string): Promise<string> {
  const html = await (await app.fetch(`/cafe/${cafeId}/ekran`)).text();
  return html.match(/data-build="([^"]+)"/)![1]!;
}
