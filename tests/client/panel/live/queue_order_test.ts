import { strict as assert } from "node:assert";
import { queueOf, waitingOf } from "../../../../client/panel/live/queue_order.ts";
import { openRequest } from "../../../support/people/songs.ts";

Deno.test("queueOf has the requests with a place, in the order of their places", () => {
  const requests = [
    openRequest("a"),
    openRequest("b", { status: "approved", place: 2, tipAmount: 50 }),
    openRequest("c", { status: "approved", unplayable: true }),
    openRequest("d", { status: "approved", place: 1, tipAmount: 5 }),
  ];
  assert.deepEqual(queueOf(requests).map(({ _id }) => _id), ["d", "b"]);
});

Deno.test("requests that wait for their source are in no queue, but in a list of their own, with or without a place", () => {
  const waits = { status: "approved", waits: true } as const;
  const requests = [
    openRequest("a", { status: "approved", place: 1 }),
    openRequest("b", { ...waits, place: 3 }),
    openRequest("c", { ...waits, place: 2 }),
    openRequest("d", waits),
    openRequest("e"),
  ];
  assert.deepEqual(queueOf(requests).map(({ _id }) => _id), ["a"]);
  assert.deepEqual(waitingOf(requests).map(({ _id }) => _id), ["c", "b", "d"]);
});
