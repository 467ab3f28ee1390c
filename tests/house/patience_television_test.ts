// The television page in the order `patience` (docs/house.md#order).
import { strict as assert } from "node:assert";
import { createOwner } from "../support/people/factories.ts";
import { setRules } from "../support/people/house.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { queueSong } from "../support/people/requests.ts";
import { buildClient } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

await buildClient();

Deno.test("the television shows a song first that was overtaken often enough, and follows the rule", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  for (const tipAmount of [0, 10, 30]) {
    await queueSong(app, owner, { songTitle: `Bahşiş ${tipAmount}`, tipAmount });
    app.clock.pass(1);
  }
  await playNextInDatabase(app.deps, owner.ownerId);
  await setRules(app, owner, { order: "patience", patienceSongs: 1 });
  assert.deepEqual(await shownAt(app, owner.cafeId), ["Bahşiş 0", "Bahşiş 10"]);
  await setRules(app, owner, { patienceSongs: 2 });
  assert.deepEqual(await shownAt(app, owner.cafeId), ["Bahşiş 10", "Bahşiş 0"]);
});

/** The titles of the queue on the page, in order. */
async function shownAt(app: TestApp, cafeId: string): Promise<string[]> {
  const html = await (await app.fetch(`/cafe/${cafeId}/ekran`)).text();
  const [, queue = ""] = html.match(/<section class="tv-queue"(.*?)<\/section>/s) ?? [];
  return queue.match(/Bahşiş \d+/g) ?? [];
}
