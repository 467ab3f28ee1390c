// What the API shows of the player, field by field.
import { strict as assert } from "node:assert";
import { PLAYLISTS, shareLink } from "../../../server/music/demo/catalogue.ts";
import {
  ADVERTISEMENT,
  BASE,
  demoPlayer,
  EPISODE,
  orderOf,
} from "../../support/music/demo_listener.ts";

const FIVE = PLAYLISTS.at(-1)!;

Deno.test("GET /me/player has the fields of the real answer", async () => {
  const { call, command, clock } = await demoPlayer();
  await command("PUT", "/play", orderOf(FIVE));
  const startedAt = clock.now();
  clock.pass(1_000);
  const { item, ...rest } = await (await call("GET", "/me/player?market=TR")).json();
  assert.equal(item.uri, FIVE.songs[0].uri);
  assert.equal(item.is_playable, true);
  assert.deepEqual(rest, {
    device: {
      id: "bar-hoparloru",
      name: "Bar hoparlörü",
      type: "Speaker",
      is_active: true,
      is_private_session: false,
      is_restricted: false,
      supports_volume: true,
      volume_percent: 70,
    },
    shuffle_state: false,
    smart_shuffle: false,
    repeat_state: "off",
    is_playing: true,
    timestamp: startedAt,
    context: {
      type: "playlist",
      uri: FIVE.uri,
      href: `${BASE}/v1/playlists/${FIVE.id}`,
      external_urls: { spotify: shareLink(FIVE) },
    },
    progress_ms: 1_000,
    currently_playing_type: "track",
    actions: { disallows: { resuming: true } },
  });
});

Deno.test("GET /me/player/currently-playing shows neither the device nor shuffle and repeat", async () => {
  const { call, command } = await demoPlayer();
  await command("PUT", "/play", orderOf(FIVE));
  const shown = await (await call("GET", "/me/player/currently-playing")).json();
  assert.deepEqual(Object.keys(shown).sort(), [
    "actions",
    "context",
    "currently_playing_type",
    "is_playing",
    "item",
    "progress_ms",
    "timestamp",
  ]);
});

Deno.test("GET /me/player has as its timestamp when the state last changed", async () => {
  const { command, look, clock } = await demoPlayer();
  await command("PUT", "/play", orderOf(FIVE));
  clock.pass(10_000);
  await command("PUT", "/pause");
  const pausedAt = clock.now();
  clock.pass(10_000);
  assert.equal((await look())!.timestamp, pausedAt);
});

Deno.test("a podcast's item is null, unless episodes are asked for by additional_types", async () => {
  const { look, player, clock } = await demoPlayer();
  player.play([EPISODE]);
  clock.pass(5_000);
  const blind = (await look())!;
  assert.deepEqual([blind.item, blind.currently_playing_type, blind.progress_ms], [
    null,
    "episode",
    5_000,
  ]);
  const { item } = (await look("?additional_types=track,episode"))!;
  assert.deepEqual([item!.uri, item!.name, item!.duration_ms, item!.type], [
    EPISODE.uri,
    EPISODE.title,
    EPISODE.durationMs,
    "episode",
  ]);
});

Deno.test("an advertisement's item is null, whatever is asked for, and the song follows it", async () => {
  const { look, player, clock } = await demoPlayer();
  player.play([ADVERTISEMENT, FIVE.songs[0]]);
  clock.pass(ADVERTISEMENT.durationMs - 1);
  const during = (await look("?additional_types=track,episode"))!;
  assert.deepEqual([during.item, during.currently_playing_type, during.is_playing], [
    null,
    "ad",
    true,
  ]);
  clock.pass(1);
  assert.equal((await look())!.item!.uri, FIVE.songs[0].uri);
});

Deno.test("GET /me/player answers 400 to a market that is none", async () => {
  const { call } = await demoPlayer();
  assert.equal((await call("GET", "/me/player?market=Turkey")).status, 400);
});
