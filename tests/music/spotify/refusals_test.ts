import { strict as assert } from "node:assert";
import { DomainError } from "../../../server/errors.ts";
import { MissingError, toRefusal } from "../../../server/music/spotify/refusals.ts";

const NOW_MS = Date.UTC(2026, 10, 2, 17);

Deno.test("toRefusal finds the reason in JSON and in plain text, else goes by the status", () => {
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
    [403, '{"error":{"reason":"VOLUME_CONTROL_DISALLOW"}}', "volume_fixed"],
    [502, "<!doctype html><title>Quota exceeded</title>", "music_unavailable"],
    [504, "", "music_unavailable"],
    [418, "<!doctype html>", "music_unavailable"],
    [302, "", "music_unavailable"],
  ];
  for (const [status, text, code] of cases) {
    assert.equal(toRefusal(status, none, text, NOW_MS).code, code, `${status} ${text}`);
  }
});

Deno.test("toRefusal is a MissingError for what Spotify does not have, and for no device", () => {
  const none = new Headers();
  const missing = (status: number, message: string) =>
    toRefusal(status, none, JSON.stringify({ error: { message } }), NOW_MS) instanceof MissingError;
  assert.ok(missing(404, "Resource not found"));
  assert.ok(missing(404, "Non existing id: 'spotify:track:x'"));
  assert.ok(missing(400, "Invalid track uri"));
  assert.equal(missing(404, "Device not found"), false);
  assert.equal(missing(403, "Restriction violated"), false);
});

const busy = (retryAfter: string): DomainError =>
  toRefusal(429, new Headers({ "retry-after": retryAfter }), "", NOW_MS);

Deno.test("toRefusal says in Turkish when to try again, if Retry-After is a positive number of seconds or a date", () => {
  const cases: [string, number, string][] = [
    ["1", 1, "1 saniye"],
    ["90", 90, "90 saniye"],
    ["119", 119, "119 saniye"],
    ["120", 120, "2 dakika"],
    ["600", 600, "10 dakika"],
    ["7199", 7_199, "120 dakika"],
    ["7200", 7_200, "2 saat"],
    ["86400", 86_400, "24 saat"],
    [new Date(NOW_MS + 45_000).toUTCString(), 45, "45 saniye"],
    ["Tue, 03 Nov 2026 17:00:00 GMT", 86_400, "24 saat"],
  ];
  for (const [retryAfter, seconds, words] of cases) {
    const { detail } = busy(retryAfter);
    assert.ok(detail.msg?.includes(`${words} sonra`), `${detail.msg}`);
    assert.equal(detail.retryAfterS, seconds);
  }
});

Deno.test("toRefusal does not say when to try again if Retry-After is missing, past or not readable", () => {
  const past = new Date(NOW_MS).toUTCString();
  for (const nonsense of ["0", "-5", "1.5", "soon", past, "No date, GMT", ""]) {
    const { detail } = busy(nonsense);
    assert.equal(detail.retryAfterS, undefined, nonsense);
    assert.match(detail.msg!, /Biraz sonra/);
  }
});
