import { strict as assert } from "node:assert";
import { queueOf } from "../../../../client/panel/live/queue_of.ts";
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
