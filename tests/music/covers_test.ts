import { strict as assert } from "node:assert";
import { allowedCover } from "../../server/music/provider.ts";

const SPOTIFY = ["https://i.scdn.co", "https://mosaic.scdn.co"];
const DEMO = [...SPOTIFY, "/demo/covers/"];

Deno.test("allowedCover returns covers of the provider's origins and of its paths on this server, and nothing else", () => {
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
