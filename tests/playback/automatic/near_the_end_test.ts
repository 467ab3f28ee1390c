// Songs that play by themselves, and what goes wrong near the end of one.
import { strict as assert } from "node:assert";
import { ledger } from "../../../db/schema/money.ts";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { automaticEvening } from "../../support/music/music_evening.ts";
import { queueSong } from "../../support/people/requests.ts";

const MINUTE = 60;

Deno.test("a song that stands still a few seconds before its end is noticed, and the next one begins", async () => {
  await using evening = await automaticEvening([20, 10], { songLength: { ms: 100_000 } });
  const { account, requests } = evening;
  await evening.run(96);
  account.fail("playing without sound", { times: 1 });
  assert.ok(Math.max(...await evening.listen(2 * MINUTE)) <= 20);
  await evening.run(5 * MINUTE);
  assert.deepEqual((await evening.played()).map(({ uri }) => uri), requests.map(({ uri }) => uri));
});

Deno.test("a song is ordered, and the service is away until it is over: it counts as played and keeps its tip", async () => {
  await using evening = await automaticEvening([20, 10], { songLength: { ms: 100_000 } });
  const { account, app, requests } = evening;
  await evening.run(100);
  assert.equal(account.plays.get(requests[1]!.uri), 1);
  await account.goAway();
  await evening.run(10 * MINUTE);
  await account.comeBack();
  await evening.run(2 * MINUTE);
  const tips = await app.deps.db.read.select().from(ledger);
  assert.deepEqual(tips.map(({ amountKurus }) => amountKurus), [2000, 1000]);
  assert.deepEqual([...account.plays.values()], [1, 1]);
  const [, second] = await evening.played();
  assert.deepEqual(second!.whyEnded, "finished");
});

Deno.test("a request that is approved in the last seconds of a song does not cut it off early", async () => {
  await using evening = await automaticEvening([20], { songLength: { ms: 100_000 } });
  const { account, app, clock, owner } = evening;
  const beganAt = clock.now();
  await evening.run(97);
  const { title: songTitle, artists, uri } = SONGS[99]!;
  await queueSong(app, owner, { songTitle, artist: artists[0], uri });
  await evening.run(10);
  const started = account.timeline.find((one) => "started" in one && one.started === uri);
  assert.ok(started!.at >= beganAt + 98_000, `after ${started!.at - beganAt} ms`);
});
