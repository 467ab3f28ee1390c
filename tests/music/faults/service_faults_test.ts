// The service refuses, breaks down or is away.
import { strict as assert } from "node:assert";
import { orderOf } from "../../support/music/demo_listener.ts";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { type FaultyEvening, faultyEvening } from "../../support/music/faulty_evening.ts";

const LIST = PLAYLISTS[0]!;
const [SONG] = LIST.songs;
const HOUR_MS = 60 * 60_000;
const ANY_CALL = / \/(v1|api)\//;

const order = ({ command }: FaultyEvening) => command("PUT", "/play", { uris: [SONG.uri] });

Deno.test("a revoked grant: tokens hold for their hour, and then none is given any more", async () => {
  await using evening = await faultyEvening();
  const { account, caller, clock, command } = evening;
  account.revoke();
  assert.equal(await order(evening), 204);
  clock.pass(HOUR_MS);
  assert.equal(await command("PUT", "/play", orderOf(LIST)), 401);
  assert.equal(await caller.renew(), 400);
});

Deno.test("the service is away for an hour: connections are refused, and afterwards it has played on", async () => {
  await using evening = await faultyEvening();
  const { account, caller, clock, look, command } = evening;
  await command("PUT", "/repeat?state=context");
  await command("PUT", "/play", orderOf(LIST));
  await account.goAway();
  for (let i = 0; i < 2; i++) {
    await assert.rejects(order(evening), (error: Error) => {
      assert.match(`${error.cause ?? error}`, /refused/i);
      return true;
    });
    clock.pass(HOUR_MS / 2);
  }
  await account.comeBack();
  assert.equal(await caller.renew(), 200);
  assert.equal((await look())!.context!.uri, LIST.uri);
  assert.ok([...account.plays.values()].reduce((sum, times) => sum + times) > 10);
});

Deno.test("the service is away for an hour: no call is answered, until heal", async () => {
  await using evening = await faultyEvening();
  const { account, caller } = evening;
  const { stuck } = account.fail("timeout before the effect", { path: ANY_CALL, times: Infinity });
  const given = new AbortController();
  const asked = caller.play({ signal: given.signal });
  await stuck;
  given.abort(new DOMException("nobody answers", "TimeoutError"));
  await assert.rejects(asked, { name: "TimeoutError" });
  account.heal();
  assert.equal(await order(evening), 204);
});

Deno.test("the account's timeline has the starts of songs and the calls, each with its time", async () => {
  await using evening = await faultyEvening();
  const { account, clock, look, command } = evening;
  const startedAt = clock.now();
  account.timeline.length = 0;
  await command("PUT", "/play", orderOf(LIST));
  clock.pass(SONG.durationMs + 7_000);
  await look();
  assert.deepEqual(account.timeline, [
    { at: startedAt, call: "PUT /v1/me/player/play" },
    { at: startedAt, started: SONG.uri },
    { at: startedAt + SONG.durationMs + 7_000, call: "GET /v1/me/player" },
    { at: startedAt + SONG.durationMs, started: LIST.songs[1]!.uri },
  ]);
});
