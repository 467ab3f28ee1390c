// The moment between two songs: an order whose answer is lost, and what the pages show meanwhile.
import { strict as assert } from "node:assert";
import { assertRight, longestSilenceS, openEvening } from "./model/evening.ts";

/** Songs of 108 to 220 s: of one that ends while no one can look, no one can know. */
const LONG = { factor: 0.6 };

for (const awayS of [0.2, 1, 5, 20, 100]) {
  Deno.test(`a song whose order was carried out plays once and keeps its tip, though its answer is lost and the network away for ${awayS} s`, async () => {
    await using evening = await openEvening(LONG);
    await evening.auto(true);
    const [first, second, third] = [
      await evening.request(30),
      await evening.request(20),
      await evening.request(10),
    ];
    await evening.pass(20);
    evening.service.nextOrder({ kind: "lost", awayS });
    await evening.pass((first.lengthMs + second.lengthMs + third.lengthMs) / 1000 + 10);
    for (const song of [first, second, third]) {
      assert.ok(await evening.heardS(song) > song.lengthMs / 1000 - 4, `${song.title} is heard`);
      assert.deepEqual(await evening.tipOf(song), { earned: song.tipKurus, reversed: null });
    }
    assert.ok(longestSilenceS(evening) <= 5);
    await assertRight(evening);
  });
}

Deno.test("the first order of an evening, carried out with its answer lost, begins its song at the next look", async () => {
  await using evening = await openEvening(LONG);
  evening.service.nextOrder({ kind: "lost", awayS: 0.2 });
  await evening.auto(true);
  const song = await evening.request(20);
  await evening.pass(60);
  assert.deepEqual(await evening.tipOf(song), { earned: 2000, reversed: null });
  assert.equal((await evening.now())?.requestId, song.id);
  await assertRight(evening);
});

Deno.test("a song stands in 'now' or in the queue at every moment of a hand-over, and never in both", async () => {
  await using evening = await openEvening();
  await evening.auto(true);
  const [first, second] = [await evening.request(20), await evening.request(10)];
  await evening.pass(first.lengthMs / 1000 - 5);
  for (let tenths = 0; tenths < 100; tenths++) {
    await evening.pass(0.1);
    const shown = (await evening.now())?.requestId;
    const waits = (await evening.queue()).some(({ _id }) => _id === second.id);
    assert.notEqual(shown === second.id, waits, `${tenths / 10} s after`);
  }
  await assertRight(evening);
});

Deno.test("with a crossfade of 8 s guests' songs follow each other, and wait for no playlist", async () => {
  await using evening = await openEvening();
  evening.service.player.crossfadeMs = 8_000;
  await evening.fallback(true);
  await evening.auto(true);
  await evening.pass(20);
  const song = await evening.request(10);
  await evening.pass(150);
  assert.ok(await evening.heardS(song) > 0);
  await assertRight(evening);
});
