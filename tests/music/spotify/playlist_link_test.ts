import { strict as assert } from "node:assert";
import { playlistIdIn } from "../../../server/music/spotify/answers.ts";

const ID = "37i9dQZF1DX4UtSsGT1Sbe";

for (
  const link of [
    `https://open.spotify.com/playlist/${ID}`,
    `https://open.spotify.com/playlist/${ID}?si=0f1e2d3c4b5a&pt=x`,
    `https://open.spotify.com/intl-tr/playlist/${ID}?si=1`,
    `spotify:playlist:${ID}`,
    ` https://open.spotify.com/playlist/${ID}/#top\n`,
  ]
) {
  Deno.test(`playlistIdIn finds the id in '${link.trim()}'`, () => {
    assert.equal(playlistIdIn(link), ID);
  });
}

for (
  const link of [
    "",
    ID,
    `https://open.spotify.com/track/${ID}`,
    `https://open.spotify.com/album/${ID}`,
    `https://open.spotify.com/playlist/${ID}x`,
    `https://open.spotify.com/playlist/${ID}/tracks`,
    `https://open.spotify.com.evil.example/playlist/${ID}`,
    `https://evil.example/playlist/${ID}`,
    `https://evil.example/?https://open.spotify.com/playlist/${ID}`,
    `javascript:/playlist/${ID}`,
    `spotify:track:${ID}`,
    "https://open.spotify.com/playlist/../../etc/passwd",
  ]
) {
  Deno.test(`playlistIdIn is undefined for '${link}'`, () => {
    assert.equal(playlistIdIn(link), undefined);
  });
}
