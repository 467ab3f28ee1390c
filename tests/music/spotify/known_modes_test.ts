import { strict as assert } from "node:assert";
import { createKnownModes } from "../../../server/music/spotify/orders.ts";
import { createClock } from "../../support/time/clock.ts";

const OFF = { repeat: "off", shuffle: false };

Deno.test("of returns what the last look at an owner's player has shown, for 15 s", () => {
  const clock = createClock();
  const known = createKnownModes(clock.now);
  known.saw("one", OFF);
  known.saw("other", { repeat: "track", shuffle: true });
  clock.pass(14_999);
  assert.deepEqual(known.of("one"), OFF);
  clock.pass(1);
  assert.deepEqual(known.of("one"), {});
  known.saw("one", {});
  assert.deepEqual(known.of("one"), {}, "a look that does not say");
});

Deno.test("of returns what a command has set, and no look within 3 s replaces it", () => {
  const clock = createClock();
  const known = createKnownModes(clock.now);
  known.saw("one", OFF);
  known.set("one", { repeat: "context" });
  clock.pass(2_999);
  known.saw("one", OFF);
  assert.deepEqual(known.of("one"), { repeat: "context", shuffle: false });
  clock.pass(1);
  known.saw("one", OFF);
  assert.deepEqual(known.of("one"), OFF);
});

Deno.test("a command makes nothing else known that is not known any more", () => {
  const clock = createClock();
  const known = createKnownModes(clock.now);
  known.saw("one", OFF);
  clock.pass(15_000);
  known.set("one", { shuffle: true });
  assert.deepEqual(known.of("one"), { shuffle: true });
});
