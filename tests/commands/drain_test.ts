// Draining before the server stops (docs/running.md#signals).
import { strict as assert } from "node:assert";
import { createDrainableHandler } from "../../server/commands/serve.ts";

const CONFIG = { appOrigin: "http://127.0.0.1:8000" };
const INFO = {} as Deno.ServeHandlerInfo<Deno.NetAddr>;

/** A handler that answers each request when the test says so. */
function heldHandler() {
  const held: PromiseWithResolvers<Response>[] = [];
  const drainable = createDrainableHandler(() => {
    const answer = Promise.withResolvers<Response>();
    held.push(answer);
    return answer.promise;
  }, CONFIG);
  const send = async () => await drainable.handler(new Request("http://127.0.0.1:8000/"), INFO);
  return { held, send, drain: () => drainable.drain() };
}

/** Whether the promise is fulfilled once everything that is due has run. */
async function isFulfilled(promise: Promise<void>): Promise<boolean> {
  let fulfilled = false;
  void promise.then(() => fulfilled = true);
  await new Promise((resolve) => setTimeout(resolve));
  return fulfilled;
}

Deno.test("drain waits for all requests in flight, also those after others were answered", async () => {
  const { held, send, drain } = heldHandler();
  const answered = send();
  held[0]!.resolve(new Response());
  await answered;
  const inFlight = [send(), send()];
  const drained = drain();
  held[1]!.resolve(new Response());
  await inFlight[0];
  assert.equal(await isFulfilled(drained), false);
  held[2]!.reject(new Error("broken"));
  await assert.rejects(inFlight[1]!, /broken/);
  assert.equal(await isFulfilled(drained), true);
});

Deno.test("drain has nothing to wait for without a request in flight, and later ones are refused with 503", async () => {
  const { held, send, drain } = heldHandler();
  assert.equal(await isFulfilled(drain()), true);
  const refused = await send();
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "2"]);
  assert.deepEqual(held, []);
});
