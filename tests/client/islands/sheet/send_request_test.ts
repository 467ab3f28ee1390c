import { strict as assert } from "node:assert";
import { type Attempt, sendRequest } from "../../../../client/islands/sheet/use_send.ts";
import { type Network, openNetwork } from "../../../support/dom/network.ts";
import { searchResult, songRequest } from "../../../support/people/songs.ts";

const SONG = searchResult({ albumArt: "https://i.scdn.co/image/1" });

Deno.test("sendRequest sends the song, the cafe and the tip", async () => {
  using network = acceptingNetwork();
  await sendRequest(SONG, { ownerId: "owner", tipAmount: 25 }, {});
  assert.deepEqual(network.calls[0]!.body, {
    songTitle: SONG.title,
    artist: SONG.artist,
    albumArt: SONG.albumArt,
    uri: SONG.uri,
    ownerId: "owner",
    tipAmount: 25,
  });
});

Deno.test("a retry of the same tip keeps its idempotency key", async () => {
  using network = acceptingNetwork();
  const attempt: Attempt = {};
  await send(attempt, 10);
  await send(attempt, 10);
  const [first, second] = keysOf(network);
  assert.match(first!, /^[0-9a-f]{32}$/);
  assert.equal(second, first);
});

Deno.test("another tip gets another idempotency key, and so does another form", async () => {
  using network = acceptingNetwork();
  const attempt: Attempt = {};
  await send(attempt, 10);
  await send(attempt, 25);
  await send({}, 25);
  assert.equal(new Set(keysOf(network)).size, 3);
});

function send(attempt: Attempt, tipAmount: number) {
  return sendRequest(SONG, { ownerId: "owner", tipAmount }, attempt);
}

function acceptingNetwork(): Network {
  const network = openNetwork();
  network.answer("POST", "/api/requests", () => Response.json(songRequest("1"), { status: 201 }));
  return network;
}

function keysOf({ calls }: Network): (string | null)[] {
  return calls.map(({ headers }) => headers.get("idempotency-key"));
}
