// The service refuses, breaks down or is away.
import { strict as assert } from "node:assert";
import { orderOf } from "../../support/music/demo_player.ts";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { type FaultyEvening, faultyEvening } from "../../support/music/faulty_evening.ts";
import { PLAYER, TRANSFER } from "../../support/music/music_faults.ts";

const LIST = PLAYLISTS[0]!;
const [SONG] = LIST.songs;
const BAR = "bar-hoparloru";
const HOUR_MS = 60 * 60_000;
const ANY_CALL = / \/(v1|api)\//;

const order = ({ command }: FaultyEvening) => command("PUT", "/play", { uris: [SONG.uri] });

for (const fault of ["502 HTML", "502 after the effect"] as const) {
  Deno.test(`${fault} on a transfer and on an order to play`, async () => {
    await using evening = await faultyEvening();
    const { account, look, command } = evening;
    account.fail(fault, { path: TRANSFER });
    assert.equal(await command("PUT", "", { device_ids: [BAR], play: true }), 502);
    account.fail(fault);
    assert.equal(await order(evening), 502);
    const playing = fault === "502 after the effect" ? SONG.uri : undefined;
    assert.equal((await look())?.item?.uri, playing);
    assert.equal(await order(evening), 204);
  });
}

for (
  const [fault, retryAfter] of [
    ["429 after 1", "1"],
    ["429 after a date", "Mon, 02 Nov 2026 17:00:30 GMT"],
    ["429 without Retry-After", null],
  ] as const
) {
  Deno.test(`${fault}: reads are refused, and Retry-After is ${retryAfter}`, async () => {
    await using evening = await faultyEvening();
    evening.account.fail(fault, { path: PLAYER, times: 2 });
    for (let i = 0; i < 2; i++) {
      const answer = await evening.caller.call("GET", "/me/player");
      await answer.body?.cancel();
      assert.equal(answer.status, 429);
      assert.equal(answer.headers.get("retry-after"), retryAfter);
    }
    assert.equal(await evening.look(), null);
  });
}

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

Deno.test("the service is away for an hour: every call is answered 503, until heal", async () => {
  await using evening = await faultyEvening();
  const { account, caller, clock, look } = evening;
  await order(evening);
  account.fail("503", { path: ANY_CALL, times: Infinity });
  assert.equal(await order(evening), 503);
  const token = await caller.token({ grant_type: "client_credentials" });
  await token.body?.cancel();
  assert.equal(token.status, 503);
  clock.pass(HOUR_MS);
  account.heal();
  assert.equal(await caller.renew(), 200);
  assert.equal(await look(), null);
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
