// A provider that fits the port is enough: nothing else of the server knows its name (docs/music.md#providers).
import { strict as assert } from "node:assert";
import { DomainError } from "../../server/errors.ts";
import { allowedCover } from "../../server/music/provider.ts";
import { COVER, musicBoxCafe, shows } from "../support/music/music_box.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { anyAddress, draft, queueOf } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("a song is requested, approved and played at the provider that owns its uri", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner } = cafe;
  const request = cafe.requests[0]!;
  assert.equal(request.albumArt, COVER);
  const answer = await playNext(app, owner.token);
  assert.deepEqual(await answer.json(), { msg: `'${request.songTitle}' çalmaya başladı.` });
  assert.deepEqual(box.ordered, [[owner.ownerId, "toy:1"]]);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
});

Deno.test("sentences about a provider use its label, and a song that the provider did not play stays first", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner } = cafe;
  const request = cafe.requests[0]!;
  box.onPlay = () => Promise.resolve({ kind: "unknown", mayFollow: false });
  assert.deepEqual(await answerOf(playNext(app, owner.token)), [502, {
    msg: "Müzik kutusu şarkıyı çalmadı. Şarkı hâlâ sırada, lütfen tekrar deneyin.",
    code: "music_unavailable",
  }]);
  assert.deepEqual((await queueOf(app, owner.ownerId)).map((r) => r._id), [request._id]);
  const error = new DomainError("music_busy", { msg: "Kutu kurulmadı." });
  box.onPlay = () => Promise.resolve({ kind: "refused", error });
  assert.deepEqual(await (await playNext(app, owner.token)).json(), {
    msg: "Kutu kurulmadı.",
    code: "music_busy",
  });
});

Deno.test("GET /api/spotify/player shows the player of the cafe's source", async () => {
  await using cafe = await musicBoxCafe(0);
  const { app, box, owner } = cafe;
  box.onLook = shows(1, 500);
  const answer = await app.call("GET", "/api/spotify/player", { token: owner.token });
  const { track, devices } = await answer.json();
  assert.deepEqual([track.uri, track.title, devices], ["toy:1", "Şarkı 1", []]);
});

Deno.test("pages load the covers of installed providers only, and requests name their songs only", async () => {
  await using cafe = await musicBoxCafe(0);
  const { app } = cafe;
  await using without = await testApp();
  const policy = async (app: { fetch: typeof without.fetch }) =>
    (await app.fetch("/")).headers.get("content-security-policy") ?? "";
  assert.match(await policy(app), /img-src [^;]*https:\/\/covers\.toy\.test/);
  assert.doesNotMatch(await policy(without), /toy/);
  const { ownerId } = await createOwner(without.deps);
  const body = draft(ownerId, { uri: "toy:1" });
  const answer = await without.call("POST", "/api/requests", { body, address: anyAddress() });
  assert.equal(answer.status, 400);
});

const SPOTIFY = ["https://i.scdn.co", "https://mosaic.scdn.co"];
const DEMO = [...SPOTIFY, "/demo/covers/"];

Deno.test("allowedCover returns covers of the provider's origins and of its paths on this server, and nothing else", () => {
  const cases: [string, boolean, string][] = [
    ["https://i.scdn.co/image/ab67", false, "https://i.scdn.co/image/ab67"],
    ["https://mosaic.scdn.co/640/ab", false, "https://mosaic.scdn.co/640/ab"],
    ["http://i.scdn.co/image/ab67", false, ""],
    ["https://i.scdn.co.evil.example/x", false, ""],
    ["https://evil.example/i.scdn.co/", false, ""],
    ["https://user@i.scdn.co/x", false, ""],
    ["https://i.scdn.co:8443/image", false, ""],
    ["//evil.example/x.svg", true, ""],
    ["javascript:alert(1)", true, ""],
    ["", true, ""],
    ["/demo/covers/abc.svg", false, ""],
    ["/demo/covers/abc.svg", true, "/demo/covers/abc.svg"],
    ["http://127.0.0.1:8000/demo/covers/abc.svg", true, "/demo/covers/abc.svg"],
    ["/demo/covers/../../api/auth/status", true, ""],
    ['/demo/covers/a"onerror="x.svg', true, ""],
  ];
  for (const [url, demo, allowed] of cases) {
    assert.equal(allowedCover(url, demo ? DEMO : SPOTIFY), allowed, url);
  }
});
