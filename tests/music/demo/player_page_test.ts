// /demo/player without a browser: forms and answers.
import { strict as assert } from "node:assert";
import { PLAYLISTS, SONGS } from "../../../server/music/demo/catalogue.ts";
import type { Player } from "../../../server/music/demo/player/player.ts";
import { BASE, createDemoListener } from "../../support/music/demo_listener.ts";
import { testApp } from "../../support/start/test_app.ts";

const ORIGIN = new URL(BASE).origin;
const LIST = PLAYLISTS[0]!;
const [BAR, TERRACE] = ["bar-hoparloru", "teras-hoparloru"] as const;

interface PersonOptions {
  /** The headers of forms. */
  headers?: Record<string, string>;
}

/** A person who has opened the page. */
async function openPage() {
  const demo = createDemoListener();
  const { url } = await demo.authorizeUrl();
  const first = await demo.fetch(url);
  await first.body?.cancel();
  const cookie = first.headers.get("set-cookie")!.split(";")[0]!;
  const read = async (query = "") =>
    await (await demo.fetch(`${BASE}/player${query}`, { headers: { cookie } })).text();
  const send = (
    action: string,
    form: Record<string, string> = {},
    { headers = { "sec-fetch-site": "same-origin", origin: ORIGIN } }: PersonOptions = {},
  ) =>
    demo.fetch(`${BASE}/player/${action}`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, ...headers },
      body: new URLSearchParams(form),
    });
  const { access, listener } = await demo.connect("user-read-playback-state", cookie);
  const player: Player = demo.players.of(listener);
  return { demo, access, cookie, player, read, send };
}

Deno.test("GET /player answers a page in Turkish that holds no inline script or style", async () => {
  const { demo, cookie } = await openPage();
  const response = await demo.fetch(`${BASE}/player`, { headers: { cookie } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const page = await response.text();
  assert.match(page, /<html lang="tr">/);
  assert.match(page, /Şu anda bir şey çalmıyor\./);
  assert.match(page, /gerçek bir müzik servisi değil/);
  assert.doesNotMatch(page, /<script(?! type="module" src=)|<style|style=|\son\w+=/i);
  assert.doesNotMatch(page, /(src|href)="(?!\/|player|http:\/\/music\.test\/)/);
  for (const [file, type] of [["css", "text/css"], ["js", "text/javascript"]] as const) {
    const answer = await demo.fetch(`${BASE}/player.${file}`);
    await answer.body?.cancel();
    assert.equal(answer.headers.get("content-type"), `${type}; charset=utf-8`);
  }
});

Deno.test("the page and its refusals have the product's frame, style sheet and fonts", async () => {
  const look = () => ({ stylesheet: "/assets/public.css", fonts: ["/assets/display.woff2"] });
  const demo = createDemoListener({ look });
  const page = await (await demo.fetch(`${BASE}/player`)).text();
  const answer = await demo.fetch(`${BASE}/player/pause`, { method: "POST" });
  for (const html of [page, await answer.text()]) {
    assert.match(html, /<link rel="stylesheet" href="\/assets\/public\.css">/);
    assert.match(html, /<link rel="preload" href="\/assets\/display\.woff2" as="font"/);
    assert.match(html, /<a class="brand-link" href="\/"/);
    // What is drawn beside it names no colour of its own, and stands after it.
    assert.ok(html.indexOf("/assets/public.css") < html.indexOf("/demo/player.css"));
  }
  const style = await (await demo.fetch(`${BASE}/player.css`)).text();
  assert.doesNotMatch(style, /#[0-9a-f]{3,8}\b|rgb\(/i);
});

Deno.test("the page is that of the listener who consented in the same browser", async () => {
  const { read, send, demo, access } = await openPage();
  assert.equal((await send("playlist", { id: LIST.id })).status, 303);
  const shown = await (await demo.call(access, "GET", "/me/player")).json();
  assert.deepEqual([shown.item.uri, shown.context.uri], [LIST.songs[0].uri, LIST.uri]);
  const page = await read();
  assert.match(page, new RegExp(`<p class="song">${LIST.songs[0].title}</p>`));
  assert.match(page, new RegExp(`Liste: ${LIST.name}`));
});

Deno.test("a form leads back to the page, so that it can be read again", async () => {
  const { send } = await openPage();
  const response = await send("song", { uri: SONGS[3]!.uri });
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("location"), "/demo/player");
});

Deno.test("a person plays, pauses, goes on, jumps and skips", async () => {
  const { player, send, demo } = await openPage();
  await send("playlist", { id: LIST.id });
  demo.clock.pass(20_000);
  await send("pause");
  assert.deepEqual([player.playing()!.isPlaying, player.playing()!.progressMs], [false, 20_000]);
  await send("resume");
  assert.equal(player.playing()!.isPlaying, true);
  await send("end");
  assert.equal(player.playing()!.progressMs, LIST.songs[0].durationMs - 15_000);
  await send("next");
  assert.equal(player.playing()!.item.uri, LIST.songs[1]!.uri);
  await send("previous");
  assert.equal(player.playing()!.item.uri, LIST.songs[0].uri);
  await send("song", { uri: SONGS[9]!.uri });
  assert.equal(player.playing()!.item.uri, SONGS[9]!.uri);
});

Deno.test("a person sets volume, shuffle, repeat, autoplay and the length of songs", async () => {
  const { player, send, read } = await openPage();
  await send("volume", { percent: "35" });
  await send("shuffle", { state: "on" });
  await send("repeat", { state: "context" });
  await send("autoplay", { state: "on" });
  await send("length", { seconds: "5" });
  const { order: { shuffle, repeat, autoplay }, songLength, devices } = player;
  assert.deepEqual(
    { shuffle, repeat, autoplay, songLength, volume: devices[0]!.volumePercent },
    { shuffle: true, repeat: "context", autoplay: true, songLength: { ms: 5_000 }, volume: 35 },
  );
  const pressed = [
    ...(await read()).matchAll(/<button [^>]*id="([\w-]+)"[^>]*aria-pressed="true"/g),
  ];
  assert.deepEqual(pressed.map(([, id]) => id), [
    "shuffle",
    "autoplay",
    "repeat-context",
    "length-5",
  ]);
  await send("shuffle", { state: "off" });
  await send("length", { seconds: "" });
  assert.deepEqual([player.order.shuffle, player.songLength], [false, undefined]);
});

Deno.test("a person switches the speaker off, and the music stops; another device plays on", async () => {
  const { player, send, read } = await openPage();
  await send("playlist", { id: LIST.id });
  await send("switch-off", { device: BAR });
  assert.equal(player.look(), null);
  assert.match(await read(), /Çalan cihaz yok/);
  await send("switch-on", { device: TERRACE });
  assert.equal(player.look(), null);
  await send("resume");
  assert.deepEqual([player.look()!.device.id, player.look()!.isPlaying], [TERRACE, true]);
  await send("switch-on", { device: BAR });
  await send("move", { device: BAR });
  assert.equal(player.look()!.device.id, BAR);
});

for (
  const [what, action, device, sentence] of [
    ["nothing plays", "pause", "", /Bu işlem şu anda yapılamıyor\./],
    ["no device is on", "song", BAR, /Açık cihaz yok\. Önce bir cihaz açın\./],
  ] as const
) {
  Deno.test(`if ${what}, '${action}' leads back to the page, which says so`, async () => {
    const { send, demo, cookie } = await openPage();
    await send("switch-off", { device });
    const { headers } = await send(action, { uri: SONGS[0]!.uri });
    const page = await demo.fetch(ORIGIN + headers.get("location"), { headers: { cookie } });
    assert.match(await page.text(), sentence);
  });
}

for (
  const [action, form] of [
    ["song", { uri: "spotify:track:none" }],
    ["playlist", { id: "none" }],
    ["volume", { percent: "loud" }],
    ["volume", { percent: "" }],
    ["volume", { percent: "101" }],
    ["repeat", { state: "ever" }],
    ["switch-off", { device: "none" }],
  ] as const
) {
  Deno.test(`'${action}' with ${JSON.stringify(form)} changes nothing`, async () => {
    const { player, send } = await openPage();
    const before = JSON.stringify([player.look(), player.devices, player.order.repeat]);
    assert.equal((await send(action, form)).status, 303);
    assert.equal(JSON.stringify([player.look(), player.devices, player.order.repeat]), before);
  });
}

Deno.test("an action that does not exist is 404", async () => {
  const { send } = await openPage();
  for (const action of ["dance", "constructor"]) assert.equal((await send(action)).status, 404);
});

const FOREIGN: [what: string, headers: Record<string, string>][] = [
  ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.test" }],
  ["another site, at an address that browsers do not trust", { origin: "https://evil.test" }],
  ["another port of the host", { "sec-fetch-site": "same-site", origin: `${ORIGIN}:99` }],
  ["a page without an origin", { origin: "null" }],
];

for (const [what, headers] of FOREIGN) {
  Deno.test(`a form of ${what} is 403 and changes nothing`, async () => {
    const { send, player } = await openPage();
    const response = await send("song", { uri: SONGS[0]!.uri }, { headers });
    assert.equal(response.status, 403);
    assert.match(await response.text(), /başka bir siteden/);
    assert.equal(player.look(), null);
  });
}

Deno.test("a form without the listener's cookie is 403", async () => {
  const { demo } = await openPage();
  const init = { method: "POST", body: new URLSearchParams() };
  for (const cookie of ["", "demo_listener=short"]) {
    const response = await demo.fetch(`${BASE}/player/pause`, { ...init, headers: { cookie } });
    assert.equal(response.status, 403);
    assert.match(await response.text(), /yeniden açın/);
  }
});

Deno.test("a search finds songs by their beginnings, and says so if there are none", async () => {
  const { read } = await openPage();
  assert.match(await read("?q=g%C3%BClpembe"), /<b>Gülpembe<\/b>/);
  assert.match(await read("?q=xqzw"), /Aramanıza uygun şarkı bulunamadı\./);
  assert.match(await read(`?q=${encodeURIComponent('"><b>')}`), /value="&quot;&gt;&lt;b&gt;"/);
});

Deno.test("the page is there while the demo account is in use, and 404 with the real service", async () => {
  await using demo = await testApp();
  const page = await demo.fetch("/demo/player");
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-security-policy") ?? "", /script-src 'self'/);
  assert.match(await page.text(), /src="\/demo\/player\.js"/);
  await using real = await testApp({ SPOTIFY_CLIENT_ID: "id", SPOTIFY_CLIENT_SECRET: "secret" });
  for (const path of ["/demo/player", "/demo/player.js", "/demo/player.css"]) {
    assert.equal((await real.fetch(path)).status, 404, path);
  }
  assert.equal((await real.fetch("/demo/player/pause", { method: "POST" })).status, 404);
});
