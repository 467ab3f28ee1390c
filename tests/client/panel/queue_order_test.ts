import { strict as assert } from "node:assert";
import { compareInQueue } from "../../../server/contract/queue_order.ts";
import { songRequest } from "../../support/people/songs.ts";

Deno.test("compareInQueue puts the highest tip first, then the earliest, then the lower id", () => {
  const songs = [
    songRequest("c", { tipAmount: 10, createdAt: "2026-11-20T20:00:00.000Z" }),
    songRequest("b", { tipAmount: 50, createdAt: "2026-11-20T20:00:02.000Z" }),
    songRequest("e", { tipAmount: 50, createdAt: "2026-11-20T20:00:01.000Z" }),
    songRequest("d", { tipAmount: 50, createdAt: "2026-11-20T20:00:01.000Z" }),
  ];
  assert.deepEqual(songs.toSorted(compareInQueue).map(({ _id }) => _id), ["d", "e", "b", "c"]);
});
