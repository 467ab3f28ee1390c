// The pure rules of playing: whose song is on, which device plays, which covers show, what a refusal means.
import { strict as assert } from "node:assert";
import { allowedCover } from "../../server/music/covers.ts";
import { showsEffect } from "../../server/playback/player_facts.ts";
import type { NowPlaying } from "../../server/music/provider.ts";
import { onlyDevice } from "../../server/music/spotify/devices.ts";
import {
  readDevices,
  readPlayer,
  readSearch,
  type SpotifyDevice,
} from "../../server/music/spotify/answers.ts";
import { toRefusal } from "../../server/music/spotify/refusals.ts";

const URI = "spotify:track:4uLU6hMCjMI75M1A2tKUQC";
const PLAY = { uri: URI, sentAt: 1_000_000 };
const DURATION_MS = 200_000;
const SPOTIFY = ["https://i.scdn.co", "https://mosaic.scdn.co"];
const DEMO = [...SPOTIFY, "/demo/covers/"];

function playing(progressMs: number, isPlaying = true, uri = URI): NowPlaying {
  const song = { id: "x", uri, title: "x", artist: "x", albumArt: "", durationMs: DURATION_MS };
  return { song, isPlaying, progressMs, device: null };
}

for (
  const [what, player, elapsedMs, ours] of [
    ["nothing plays", null, 5_000, false],
    ["an advertisement plays", { ...playing(0), song: null }, 5_000, false],
    ["another song plays", playing(3_000, true, "spotify:track:other"), 5_000, false],
    ["it plays since the order", playing(4_500), 5_000, true],
    ["it has just begun", playing(0), 5_000, true],
    ["the clocks differ a little", playing(5_900), 5_000, true],
    ["it has been on for longer than the order is old", playing(7_100), 5_000, false],
    ["it was paused since", playing(2_000, false), 5_000, true],
    ["it stands at its start, ended before the order", playing(0, false), 5_000, false],
    ["it stands at its end, ended before the order", playing(DURATION_MS, false), 5_000, false],
    ["the clock was set back, so that nothing can be said", playing(90_000), -3_600_000, true],
    ["it has had the time to end", playing(0, false), DURATION_MS, true],
  ] as const
) {
  Deno.test(`showsEffect is ${ours} where ${what}`, () => {
    assert.equal(showsEffect(player, PLAY, PLAY.sentAt + elapsedMs), ours);
  });
}

Deno.test("onlyDevice takes the one that may be controlled, and says why where there is none", () => {
  const device = (id: string, isRestricted = false): SpotifyDevice => (
    { id, name: id, isActive: false, isRestricted }
  );
  assert.equal(onlyDevice([device("a", true), device("b")]).id, "b");
  assert.throws(() => onlyDevice([]), { code: "music_no_device" });
  assert.throws(() => onlyDevice([device("a", true)]), { code: "music_restricted" });
  assert.throws(() => onlyDevice([device("a"), device("b")]), { code: "music_choose_device" });
});

Deno.test("allowedCover lets the music service's hosts and, in demo mode, our own covers pass", () => {
  const cases: [string, boolean, string][] = [
    ["https://i.scdn.co/image/ab67", false, "https://i.scdn.co/image/ab67"],
    ["https://mosaic.scdn.co/640/ab", false, "https://mosaic.scdn.co/640/ab"],
    ["http://i.scdn.co/image/ab67", false, ""],
    ["https://i.scdn.co.evil.example/x", false, ""],
    ["https://user@i.scdn.co/x", false, ""],
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

Deno.test("toRefusal understands JSON, plain text, HTML and nothing at all", () => {
  const none = new Headers();
  const cases: [number, string, string][] = [
    [
      403,
      '{"error":{"status":403,"message":"x","reason":"PREMIUM_REQUIRED"}}',
      "music_premium_required",
    ],
    [403, "Premium required", "music_premium_required"],
    [403, '{"error":{"message":"Insufficient client scope"}}', "music_restricted"],
    [403, "", "music_restricted"],
    [404, "", "music_no_device"],
    [404, '{"error":{"message":"Device not found"}}', "music_no_device"],
    [404, '{"error":{"message":"Resource not found"}}', "music_unavailable"],
    [403, '{"error":{"reason":"QUOTA_EXCEEDED"}}', "music_busy"],
    [429, "Too many requests", "music_busy"],
    [418, "<!doctype html>", "music_unavailable"],
    [302, "", "music_unavailable"],
  ];
  for (const [status, text, code] of cases) {
    assert.equal(toRefusal(status, none, text).code, code, `${status} ${text}`);
  }
  const waits = { "1": "1 saniye", "90": "90 saniye", "600": "10 dakika", "86400": "24 saat" };
  for (const [seconds, words] of Object.entries(waits)) {
    const { detail } = toRefusal(429, new Headers({ "retry-after": seconds }), "");
    assert.ok(detail.msg?.includes(`${words} sonra`), `${detail.msg}`);
    assert.equal(detail.retryAfterS, Number(seconds));
  }
  for (const nonsense of ["0", "-5", "soon", "Wed, 21 Oct 2026 07:28:00 GMT", ""]) {
    const { detail } = toRefusal(429, new Headers({ "retry-after": nonsense }), "");
    assert.equal(detail.retryAfterS, undefined);
  }
});

Deno.test("answers of the service are read with suspicion", () => {
  const track = {
    id: "4uLU6hMCjMI75M1A2tKUQC",
    uri: URI,
    name: "Gülpembe",
    artists: [{ name: "Barış Manço" }, { name: "Kurtalan Ekspres" }],
    album: { images: [{ url: "https://i.scdn.co/image/ab67" }] },
    duration_ms: DURATION_MS,
  };
  const [song, ...rest] = readSearch({
    tracks: {
      items: [
        track,
        null,
        { ...track, is_playable: false },
        { ...track, uri: "spotify:local:x" },
        { ...track, name: "" },
        { ...track, artists: "nobody" },
        { ...track, artists: [] },
        { ...track, artists: [{ name: " " }] },
        { ...track, name: "\udfb5 half a pair" },
      ],
    },
  }, SPOTIFY);
  assert.deepEqual(rest, []);
  assert.equal(song!.artist, "Barış Manço, Kurtalan Ekspres");
  assert.equal(song!.albumArt, "https://i.scdn.co/image/ab67");
  const [bare] = readSearch({ tracks: { items: [{ ...track, album: {} }] } }, SPOTIFY);
  assert.equal(bare!.albumArt, "");
  assert.throws(() => readSearch({ tracks: null }, SPOTIFY));
  const [long] = readSearch(
    { tracks: { items: [{ ...track, name: "a🎵".repeat(150) }] } },
    SPOTIFY,
  );
  assert.ok(long!.title.isWellFormed() && long!.title.length === 300, long!.title);
  const [cut] = readSearch({ tracks: { items: [{ ...track, name: "🎵a".repeat(150) }] } }, SPOTIFY);
  assert.ok(cut!.title.isWellFormed());

  const state = { is_playing: true, progress_ms: null, item: { type: "episode" } };
  assert.deepEqual(readPlayer(state, SPOTIFY), {
    song: null,
    isPlaying: true,
    progressMs: 0,
    device: null,
  });
  const odd = { ...state, progress_ms: -20.5, item: { ...track, name: "", artists: [] } };
  assert.deepEqual(
    [readPlayer(odd, SPOTIFY).song?.uri, readPlayer(odd, SPOTIFY).progressMs],
    [URI, 0],
    "what plays is known by its uri, whatever it is called",
  );
  const device = { id: "tv", name: "TV", is_active: true, is_restricted: false };
  const strange = [{ ...device, id: null }, { ...device, name: null }, null, device];
  assert.deepEqual(readDevices({ devices: strange }).map((d) => d.id), ["tv"]);
});
