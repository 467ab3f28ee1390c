// Numbers that SQL has beside the server and the screens: triggers cannot import them, and db/ does not.
import { strict as assert } from "node:assert";
import { cafeDayIn } from "../../db/evenings/cafe_day.ts";
import { MAX_FAILURES } from "../../db/plays/failed_songs.ts";
import { HEARD_MS } from "../../db/money/ledger.ts";
import * as limits from "../../server/contract/limits.ts";

const SCHEMA = Deno.readTextFileSync(new URL("../../db/schema.sql", import.meta.url));

/** Each place in a trigger that compares how long a song was heard. */
const HEARD_IN_TRIGGERS = /coalesce\(\w+\.heard_ms, \w+\.ended_at - \w+\.started_at\) < (\d+)/g;

Deno.test("statements and triggers reverse the tip of a song that was heard for as long as screens say", () => {
  assert.equal(HEARD_MS, limits.HEARD_MS);
  const inTriggers = [...SCHEMA.matchAll(HEARD_IN_TRIGGERS)].map(([, ms]) => Number(ms));
  assert.deepEqual(inTriggers, Array(3).fill(limits.HEARD_MS));
});

Deno.test("what failed returns to the queue after as many failures as stop the player", () => {
  assert.equal(MAX_FAILURES, limits.MAX_FAILURES);
});

Deno.test("triggers count a cafe's days as statements do", () => {
  const inTriggers = [...SCHEMA.matchAll(/\(([\w.]*(?:created|started)_at) (- \d+)\) \/ (\d+)/g)];
  assert.ok(inTriggers.length > 5);
  for (const [text, column] of inTriggers) assert.equal(`(${text})`, cafeDayIn(column!));
});
