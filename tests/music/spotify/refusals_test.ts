import { strict as assert } from "node:assert";
import { toRefusal } from "../../../server/music/spotify/refusals.ts";

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
    [418, "<!doctype html>", "music_unavailable"],
    [302, "", "music_unavailable"],
  ];
  for (const [status, text, code] of cases) {
    assert.equal(toRefusal(status, none, text).code, code, `${status} ${text}`);
  }
});

Deno.test("toRefusal says in Turkish when to try again, if Retry-After is a positive number of seconds", () => {
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
