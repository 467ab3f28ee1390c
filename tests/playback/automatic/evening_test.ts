// Songs that play by themselves, against the demo account in simulated time.
import { strict as assert } from "node:assert";
import { automaticEvening } from "../../support/music/music_evening.ts";

Deno.test("approved songs play one after another, highest tip first, without a person", async () => {
  await using evening = await automaticEvening([10, 30, 20]);
  await evening.run(20 * 60);
  const { requests: [ten, thirty, twenty] } = evening;
  assert.deepEqual(
    (await evening.played()).map(({ uri, whyEnded }) => [uri, whyEnded]),
    [[thirty!.uri, "replaced"], [twenty!.uri, "replaced"], [ten!.uri, "finished"]],
  );
  assert.deepEqual([...evening.account.plays.values()], [1, 1, 1]);
});
