// A guest's places in the queue (docs/house.md#order).
import { strict as assert } from "node:assert";
import { type GuestRequest, withPlaces } from "../../db/guest_page.ts";

const UNKNOWN_MS = 210_000;

Deno.test("withPlaces counts the songs ahead and their lengths", () => {
  const songs = [["first", 60_000], ["unknown", null], ["last", 5_000]] as const;
  const queue = {
    songs: songs.map(([id, durationMs]) => ({
      ...{ id, durationMs, entered: 0, outOfTurn: false },
      ...{ isAside: 0, isFirst: 0 } as const,
    })),
  };
  const own = ["first", "unknown", "last"].map((id) => ({ id }) as GuestRequest);
  assert.deepEqual(withPlaces(own, queue, UNKNOWN_MS), [
    { id: "first", place: 1, aheadMs: 0 },
    { id: "unknown", place: 2, aheadMs: 60_000 },
    { id: "last", place: 3, aheadMs: 60_000 + UNKNOWN_MS },
  ]);
});
