import { strict as assert } from "node:assert";
import { ApiError, NetworkError } from "../../../../client/lib/http.ts";
import { createReportLane } from "../../../../client/panel/speaker/speaker.ts";
import type { Report } from "../../../../client/panel/speaker/speaker_machine.ts";
import type { SpeakerOrders } from "../../../../server/contract/speaker.ts";
import { playerOrders } from "../../../support/people/player_orders.ts";

Deno.test("reports are sent one after the other, and only the answer to the last one counts", async () => {
  const server = openServer();
  server.lane.send(report("ended", "1"));
  server.lane.send(report("started", "2"));
  assert.deepEqual(server.sent, ["ended 1"]);
  await server.answer({ volumePercent: 10 });
  assert.deepEqual(server.sent, ["ended 1", "started 2"]);
  assert.deepEqual(server.volumes, []);
  await server.answer({ volumePercent: 20 });
  assert.deepEqual(server.volumes, [20]);
});

Deno.test("an answer to a question is ignored if a report was handed over meanwhile", async () => {
  const server = openServer();
  server.lane.ask();
  server.lane.send(report("started", "1"));
  await server.answer({ volumePercent: 10 });
  await server.answer({ volumePercent: 20 });
  assert.deepEqual([server.sent, server.volumes], [["ask", "started 1"], [20]]);
});

Deno.test("without a network reports wait in their order, and only the latest position does", async () => {
  const server = openServer();
  server.lane.send(report("progress", "1"));
  await server.fail(new NetworkError("gone"));
  assert.deepEqual(server.reached, [false]);
  server.lane.send(report("ended", "1"));
  await server.fail(new NetworkError("gone"));
  server.lane.send(report("started", "2"));
  await server.fail(new NetworkError("gone"));
  server.lane.retry();
  await server.answer({});
  await server.answer({ volumePercent: 30 });
  assert.deepEqual(server.sent.slice(1), ["ended 1", "ended 1", "ended 1", "started 2"]);
  assert.deepEqual([server.reached, server.volumes], [[false, true], [30]]);
});

Deno.test("a question that failed is asked again, and not while it is under way", async () => {
  const server = openServer();
  server.lane.ask();
  server.lane.retry();
  assert.deepEqual(server.sent, ["ask"]);
  await server.fail(new ApiError(503, { msg: "Sistem şu anda yoğun." }));
  server.lane.retry();
  assert.deepEqual(server.sent, ["ask", "ask"]);
  await server.answer({});
  server.lane.retry();
  assert.equal(server.sent.length, 2, "nothing waits any more");
  assert.deepEqual(server.reached, [], "a busy server is there");
});

Deno.test("a report that the server refuses is left out, and what is to play is asked", async () => {
  const server = openServer();
  server.lane.send(report("ended", "1"));
  await server.fail(new ApiError(400, { msg: "Geçersiz." }));
  assert.deepEqual(server.sent, ["ended 1", "ask"]);
  await server.answer({ volumePercent: 40 });
  assert.deepEqual(server.volumes, [40]);
});

Deno.test("a server that refuses is left alone for ever longer, also with what comes meanwhile", async () => {
  const server = openServer();
  server.lane.ask();
  const askedAt: number[] = [];
  for (let second = 1; second < 60; second++) {
    if (server.sent.length > askedAt.length) {
      askedAt.push(second - 1);
      await server.fail(new ApiError(503, { msg: "Sistem şu anda yoğun." }));
      server.lane.ask();
    }
    server.lane.retry();
  }
  assert.deepEqual(askedAt, [0, 1, 3, 7, 15, 30, 45]);
  server.lane.send(report("started", "1"));
  assert.equal(server.sent.length, 7, "a report waits too");
});

Deno.test("an old lease ends the lane: what waits is never sent", async () => {
  const server = openServer();
  server.lane.send(report("ended", "1"));
  server.lane.send(report("started", "2"));
  await server.fail(new ApiError(409, { code: "player_lease_old" }));
  server.lane.retry();
  server.lane.ask();
  assert.deepEqual([server.sent, server.losses()], [["ended 1"], 1]);
});

Deno.test("another 409 does not end the lane", async () => {
  const server = openServer();
  server.lane.send(report("ended", "1"));
  await server.fail(new ApiError(409, { code: "source_not_ready" }));
  assert.equal(server.losses(), 0);
});

Deno.test("a lane that was closed hands on no answer", async () => {
  const server = openServer();
  server.lane.ask();
  server.lane.close();
  await server.answer({});
  server.lane.ask();
  assert.deepEqual([server.sent, server.volumes], [["ask"], []]);
});

/** A server whose answers the test gives, to the call that is under way. */
function openServer() {
  const sent: string[] = [];
  const volumes: number[] = [];
  const reached: boolean[] = [];
  let losses = 0;
  let under: PromiseWithResolvers<SpeakerOrders> | undefined;
  const call = (name: string) => {
    sent.push(name);
    under = Promise.withResolvers();
    return under.promise;
  };
  const lane = createReportLane({
    report: ({ event, playId }) => call(`${event} ${playId}`),
    ask: () => call("ask"),
    onOrders: ({ volumePercent }) => void volumes.push(volumePercent),
    onLost: () => void (losses += 1),
    onReached: (isReached) => void reached.push(isReached),
  });
  const settled = async (settle: (call: PromiseWithResolvers<SpeakerOrders>) => void) => {
    settle(under!);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    lane,
    sent,
    volumes,
    reached,
    losses: () => losses,
    answer: (changes: Partial<SpeakerOrders>) =>
      settled((call) => call.resolve(playerOrders(changes))),
    fail: (error: Error) => settled((call) => call.reject(error)),
  };
}

function report(event: Report["event"], playId: string): Report {
  return { event, playId, positionMs: 0 };
}
