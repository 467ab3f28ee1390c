// Thirty seconds are seconds heard (docs/playback.md#heard), and a pause by hand ends where a person says so.
import { strict as assert } from "node:assert";
import { stopLost } from "../../server/speaker/lease.ts";
import { libraryCafe, SONG_MS } from "../support/music/library_cafe.ts";
import { createClock } from "../support/time/clock.ts";
import { firstSong } from "./first_song.ts";
import { sql } from "../support/db/sql.ts";

// A page is overdue after the longer one.
for (const pauseS of [10, 20]) {
  Deno.test(`a pause does not count: a song of which 29 seconds were heard has its tip reversed, skipped ${pauseS} s later`, async () => {
    await using cafe = await libraryCafe();
    const { lease, requests: [request] } = await firstSong(cafe, [10]);
    cafe.app.clock.pass(20_000);
    await cafe.report(lease, `${request!._id}-0`, "progress", 20_000);
    cafe.app.clock.pass(9_000);
    await cafe.say("POST", "/api/playback/pause");
    cafe.app.clock.pass(pauseS * 1000);
    await cafe.say("POST", "/api/playback/skip");
    assert.deepEqual((await cafe.tips()).map(([, kind]) => kind), ["tip", "reversal"]);
    assert.equal((await cafe.rows())[0]!.heardMs, 29_000);
  });
}

Deno.test("a song that was heard to its end keeps its tip, however short it is and however late the skip comes", async () => {
  await using cafe = await libraryCafe();
  const { lease, requests: [request] } = await firstSong(cafe, [10]);
  await cafe.app.deps.db.write(() => [sql(`update plays set duration_ms = 20000`)]);
  cafe.app.clock.pass(10_000);
  await cafe.report(lease, `${request!._id}-0`, "progress", 10_000);
  cafe.app.clock.pass(11_000);
  assert.equal((await cafe.say("POST", "/api/playback/skip")).status, 200);
  assert.deepEqual((await cafe.rows()).map(({ whyEnded }) => whyEnded), ["finished"]);
  assert.deepEqual((await cafe.tips()).map(([, kind]) => kind), ["tip"]);
});

for (const backMs of [600_000, 3 * 3_600_000]) {
  Deno.test(`a clock that is set back by ${backMs / 60_000} minutes takes back no tip of a song that was heard`, async () => {
    const clock = createClock();
    await using cafe = await libraryCafe({ clock });
    const [request] = await cafe.queue([10]);
    const lease = await cafe.hold();
    const id = `${request!._id}-0`;
    await cafe.report(lease, id, "started");
    for (let s = 10; s <= 50; s += 10) {
      clock.pass(10_000);
      await cafe.report(lease, id, "progress", s * 1000);
    }
    clock.pass(-backMs);
    assert.equal((await cafe.say("POST", "/api/playback/skip")).status, 200);
    assert.deepEqual((await cafe.tips()).map(([, kind]) => kind), ["tip"]);
    assert.ok((await cafe.rows())[0]!.heardMs! >= 50_000);
  });
}

Deno.test("the team is told on which device the page plays, by the name that it was given, and how long ago it reported its song, and nothing while no song plays", async () => {
  await using cafe = await libraryCafe();
  const [request] = await cafe.queue([10]);
  const lease = await cafe.hold();
  const speaker = async () => (await (await cafe.say("GET", "/api/playback")).json()).speaker;
  assert.equal(await speaker(), null);
  await cafe.report(lease, `${request!._id}-0`, "started");
  cafe.app.clock.pass(10_000);
  assert.deepEqual(await speaker(), { device: null, agoMs: 10_000 });
  await cafe.report(lease, `${request!._id}-0`, "progress", 10_000);
  assert.equal((await speaker()).agoMs, 0);
  assert.equal(
    (await cafe.say("PUT", "/api/auth/sessions", { device: "Bar bilgisayarı" })).status,
    204,
  );
  assert.equal((await speaker()).device, "Bar bilgisayarı");
});

Deno.test("a paused song is shown as playing again as soon as the switch is turned on", async () => {
  await using cafe = await libraryCafe({ auto: false });
  await cafe.queue([10]);
  const lease = await cafe.hold();
  await cafe.say("POST", "/api/requests/play-next");
  const { play } = await cafe.current(lease);
  await cafe.report(lease, play!.id, "started");
  cafe.app.clock.pass(10_000);
  await cafe.say("POST", "/api/playback/pause");
  assert.equal((await cafe.playback()).playing!.isPlaying, false);
  await cafe.say("PUT", "/api/playback/auto", { on: true });
  assert.equal((await cafe.playback()).playing!.isPlaying, true);
  assert.ok((await cafe.current(lease)).play!.positionMs < SONG_MS);
});

// The page's songs after a clock that ran ahead was set right (docs/playback.md#a-play).

const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("a song that begins after the clock was set back four days began at the present, and a skip after 30 seconds keeps its tip", async () => {
  await using cafe = await libraryCafe();
  const { clock } = cafe.app;
  const [first, second] = await cafe.queue([10, 5]);
  const right = clock.now();
  clock.pass(4 * DAY_MS);
  let lease = await cafe.hold("tab", true);
  await cafe.report(lease, `${first!._id}-0`, "started");
  await cafe.report(lease, `${first!._id}-0`, "ended");
  clock.set(right + 60_000);
  lease = await cafe.hold("tab", true);
  await cafe.report(lease, `${second!._id}-0`, "started");
  const begun = (await cafe.rows()).find(({ requestId }) => requestId === second!._id)!;
  assert.equal(begun.startedAt, right + 60_000);
  for (const s of [10, 20, 30]) {
    clock.pass(10_000);
    await cafe.report(lease, `${second!._id}-0`, "progress", s * 1000);
  }
  clock.pass(1_000);
  assert.equal((await cafe.say("POST", "/api/playback/skip")).status, 200);
  assert.deepEqual((await cafe.tips()).map(([, kind]) => kind).sort(), ["tip", "tip"]);
});

Deno.test("a lease that is over does not begin again when the clock is set back to before its end", async () => {
  await using cafe = await libraryCafe();
  const { clock, deps } = cafe.app;
  await cafe.queue([10]);
  assert.equal((await cafe.say("PUT", "/api/playback/auto", { on: true })).status, 200);
  await cafe.hold("tab");
  clock.pass(10 * 60_000);
  await stopLost(deps);
  clock.set(clock.now() - 9 * 60_000 - 30_000);
  await stopLost(deps);
  const { state } = await (await cafe.say("GET", "/api/playback")).json();
  assert.equal(state, "no_device");
});
