// Orders to play a playlist or a list of songs.
import { strict as assert } from "node:assert";
import { PLAYLISTS, SONGS } from "../../../server/music/demo/catalogue.ts";
import { demoPlayer, orderOf } from "../../support/music/demo_listener.ts";

const FIVE = PLAYLISTS.at(-1)!;
const [FIRST, SECOND, THIRD] = SONGS as [typeof SONGS[0], typeof SONGS[0], typeof SONGS[0]];

Deno.test("PUT play with a context_uri plays the playlist in its order and then nothing", async () => {
  const { command, look, clock } = await demoPlayer();
  assert.equal(await command("PUT", "/play", orderOf(FIVE)), 204);
  const heard: string[] = [];
  for (let now = await look(); now; now = await look()) {
    assert.equal(now.context?.uri, FIVE.uri);
    heard.push(now.item!.uri);
    clock.pass(now.item!.duration_ms);
  }
  assert.deepEqual(heard, FIVE.songs.map(({ uri }) => uri));
});

Deno.test("PUT play opens a playlist at an offset by place or by uri", async () => {
  const { command, look } = await demoPlayer();
  await command("PUT", "/play", orderOf(FIVE, 3));
  assert.equal((await look())!.item!.uri, FIVE.songs[3]!.uri);
  const { uri } = FIVE.songs[1]!;
  await command("PUT", "/play", { context_uri: FIVE.uri, offset: { uri } });
  assert.equal((await look())!.item!.uri, uri);
});

Deno.test("PUT play answers 403 to an offset beyond the playlist, and what plays goes on", async () => {
  const { call, command, look } = await demoPlayer();
  await command("PUT", "/play", { uris: [FIRST.uri] });
  for (const offset of [{ position: FIVE.songs.length }, { uri: FIRST.uri }]) {
    const refused = await call("PUT", "/me/player/play", { context_uri: FIVE.uri, offset });
    assert.equal(refused.status, 403);
    assert.deepEqual(await refused.json(), {
      error: {
        status: 403,
        message: "Player command failed: Restriction violated",
        reason: "UNKNOWN",
      },
    });
  }
  assert.equal((await look())!.item!.uri, FIRST.uri);
});

Deno.test("PUT play with uris plays each of them, from the offset and the position that are given", async () => {
  const { command, look, clock } = await demoPlayer();
  const uris = [FIRST.uri, SECOND.uri, THIRD.uri];
  await command("PUT", "/play", { uris, offset: { position: 1 }, position_ms: 20_000 });
  const now = (await look())!;
  assert.deepEqual([now.item!.uri, now.progress_ms, now.context], [SECOND.uri, 20_000, null]);
  clock.pass(SECOND.durationMs - 20_000);
  assert.equal((await look())!.item!.uri, THIRD.uri);
});

Deno.test("PUT play with a position beyond the song plays the next one", async () => {
  const { command, look } = await demoPlayer();
  const uris = [FIRST.uri, SECOND.uri];
  await command("PUT", "/play", { uris, position_ms: FIRST.durationMs });
  const now = (await look())!;
  assert.deepEqual([now.item!.uri, now.progress_ms], [SECOND.uri, 0]);
});

for (
  const [what, status, body] of [
    ["a context that is no playlist", 400, {
      context_uri: "spotify:artist:2bS0EdypuBC2DIk30zxvLg",
    }],
    ["an unknown playlist", 404, { context_uri: `spotify:playlist:${"0".repeat(22)}` }],
    ["a context and uris at once", 400, { context_uri: FIVE.uri, uris: [FIRST.uri] }],
    ["an offset below 0", 400, { context_uri: FIVE.uri, offset: { position: -1 } }],
    ["an offset that is a text", 400, { context_uri: FIVE.uri, offset: "3" }],
    ["a position below 0", 400, { uris: [FIRST.uri], position_ms: -1 }],
  ] as const
) {
  Deno.test(`PUT play answers ${status} to ${what} and plays nothing`, async () => {
    const { call, look } = await demoPlayer();
    const response = await call("PUT", "/me/player/play", body);
    assert.equal(response.status, status);
    assert.equal((await response.json()).error.status, status);
    assert.equal(await look(), null);
  });
}
