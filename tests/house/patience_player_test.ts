// The order `patience` on the page that plays the cafe's own files (docs/house.md#order).
import { strict as assert } from "node:assert";
import { type LibraryCafe, libraryCafe } from "../support/music/library_cafe.ts";
import { setRules } from "../support/people/house.ts";
import { sendNext } from "../support/people/plays.ts";

const ONCE = { order: "patience", patienceSongs: 1 } as const;

Deno.test("the page that plays is told the song that goes first out of turn", async () => {
  await using cafe = await libraryCafe();
  await setRules(cafe.app, cafe.owner, ONCE);
  const [first, ten, thirty] = await enter(cafe, [0, 10, 30]);
  const lease = await cafe.hold();
  for (const [played, next] of [[thirty, first], [first, ten], [ten, undefined]]) {
    assert.equal((await cafe.current(lease)).next?.id, `${played}-0`);
    const orders = await cafe.report(lease, `${played}-0`, "started");
    assert.equal(orders.next?.id, next && `${next}-0`);
  }
});

Deno.test("a song that is on its way to the page that plays counts as one that has overtaken", async () => {
  await using cafe = await libraryCafe();
  await setRules(cafe.app, cafe.owner, ONCE);
  const [first, , thirty] = await enter(cafe, [0, 10, 30]);
  const lease = await cafe.hold();
  const sent = await sendNext(cafe.app.deps, cafe.owner.ownerId);
  assert.equal(sent?.requestId, thirty);
  assert.equal((await cafe.current(lease)).next?.id, `${first}-0`);
});

Deno.test("a song that was told before the rule may begin after it, earns its tip and counts", async () => {
  await using cafe = await libraryCafe();
  const [first, ten, thirty] = await enter(cafe, [0, 10, 30]);
  const lease = await cafe.hold();
  const { next: told } = await cafe.report(lease, `${thirty}-0`, "started");
  assert.equal(told?.id, `${ten}-0`);
  await setRules(cafe.app, cafe.owner, ONCE);
  assert.equal((await cafe.current(lease)).next?.id, `${first}-0`);
  const { next } = await cafe.report(lease, told?.id, "started");
  assert.equal(next?.id, `${first}-0`);
  assert.deepEqual(
    new Set((await cafe.tips()).map(([requestId, , kurus]) => `${requestId} ${kurus}`)),
    new Set([`${thirty} 3000`, `${ten} 1000`]),
  );
});

Deno.test("a song that entered at the same moment has not overtaken the other", async () => {
  await using cafe = await libraryCafe();
  await setRules(cafe.app, cafe.owner, ONCE);
  const [first, thirty] = (await cafe.queue([0, 30])).map(({ _id }) => _id);
  cafe.app.clock.pass(1);
  const [ten] = await enter(cafe, [10]);
  const lease = await cafe.hold();
  for (const [played, next] of [[thirty, ten], [ten, first]]) {
    const orders = await cafe.report(lease, `${played}-0`, "started");
    assert.equal(orders.next?.id, `${next}-0`);
  }
});

/** Songs with these tips that enter the queue one after the other. Returns the ids of their requests. */
async function enter(cafe: LibraryCafe, tips: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const tip of tips) {
    ids.push((await cafe.queue([tip]))[0]!._id);
    cafe.app.clock.pass(1);
  }
  return ids;
}
