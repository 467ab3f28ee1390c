// How long a service that answered 429 is left alone (docs/music.md#calls).
import { strict as assert } from "node:assert";
import { type BusyGuard, createBusyGuard } from "../../../server/music/spotify/calls.ts";
import { createClock } from "../../support/time/clock.ts";

function refuse(guard: BusyGuard, status: number, retryAfter?: string) {
  const headers = retryAfter === undefined ? undefined : { "retry-after": retryAfter };
  return guard.refusalOf(new Response("", { status, headers }));
}

/** The seconds for which the guard lets nothing through, 0 if it is open. */
function closedFor(guard: BusyGuard): number {
  try {
    guard.requireOpen();
    return 0;
  } catch (error) {
    return (error as { detail: { retryAfterS: number } }).detail.retryAfterS;
  }
}

for (
  const [retryAfter, seconds] of [
    ["7", 7],
    ["86400", 86_400],
    ["Mon, 02 Nov 2026 17:00:30 GMT", 30],
    [undefined, 5],
    ["0", 5],
    ["Mon, 02 Nov 2026 16:00:00 GMT", 5],
  ] as const
) {
  Deno.test(`a 429 with Retry-After ${retryAfter} closes the guard for ${seconds} s, and the refusal says so`, async () => {
    const clock = createClock();
    const guard = createBusyGuard(clock.now);
    const refusal = await refuse(guard, 429, retryAfter);
    assert.deepEqual([refusal.code, refusal.detail.retryAfterS], ["music_busy", seconds]);
    clock.pass(seconds * 1000 - 1);
    assert.throws(guard.requireOpen, {
      code: "music_busy",
      detail: { retryAfterS: 1, msg: "Spotify şu anda çok yoğun. 1 saniye sonra tekrar deneyin." },
    });
    clock.pass(1);
    guard.requireOpen();
  });
}

Deno.test("429s without a time that follow each other close the guard for 5, 10, 20, 40 and 60 s, until an answer of another kind", async () => {
  const clock = createClock();
  const guard = createBusyGuard(clock.now);
  const pauses: number[] = [];
  for (let i = 0; i < 6; i++) {
    await refuse(guard, 429);
    pauses.push(closedFor(guard));
    clock.pass(closedFor(guard) * 1000);
  }
  assert.deepEqual(pauses, [5, 10, 20, 40, 60, 60]);
  for (const answer of [() => guard.heard(), () => refuse(guard, 500), () => refuse(guard, 403)]) {
    await answer();
    await refuse(guard, 429);
    assert.equal(closedFor(guard), 5);
    clock.pass(5_000);
  }
});

Deno.test("answers that come during a pause neither lengthen nor shorten the next one", async () => {
  const clock = createClock();
  const guard = createBusyGuard(clock.now);
  await refuse(guard, 429);
  clock.pass(2_000);
  await refuse(guard, 429);
  guard.heard();
  assert.equal(closedFor(guard), 3);
  clock.pass(3_000);
  await refuse(guard, 429);
  assert.equal(closedFor(guard), 10);
});

Deno.test("a longer time that comes during a pause replaces it, and a shorter one does not", async () => {
  const guard = createBusyGuard(createClock().now);
  await refuse(guard, 429, "30");
  await refuse(guard, 429, "10");
  assert.equal(closedFor(guard), 30);
  await refuse(guard, 429, "90");
  assert.equal(closedFor(guard), 90);
});

Deno.test("other refusals do not close the guard, and are returned as they are", async () => {
  const guard = createBusyGuard(createClock().now);
  assert.equal((await refuse(guard, 403)).code, "music_restricted");
  assert.equal((await refuse(guard, 503, "30")).code, "music_unavailable");
  guard.requireOpen();
});

Deno.test("a 429 without a time that a guest's search has met lets through what people need, until that meets one too", async () => {
  const clock = createClock();
  const guard = createBusyGuard(clock.now);
  const busy = () => new Response("", { status: 429 });
  await guard.refusalOf(busy(), "search");
  guard.requireOpen("needed");
  guard.requireOpen("searchOfLogin");
  for (const kind of ["search", "searchThatMayWait", "lookThatMayWait"] as const) {
    assert.throws(() => guard.requireOpen(kind), { code: "music_busy" });
  }
  await guard.refusalOf(busy(), "needed");
  assert.throws(() => guard.requireOpen("needed"), { code: "music_busy" });
  await guard.refusalOf(busy(), "search");
  assert.throws(() => guard.requireOpen("needed"), { code: "music_busy" });
});

Deno.test("a 429 with a time that a search has met lets nothing through", async () => {
  const guard = createBusyGuard(createClock().now);
  const headers = { "retry-after": "7" };
  await guard.refusalOf(new Response("", { status: 429, headers }), "search");
  assert.throws(() => guard.requireOpen("needed"), {
    detail: { retryAfterS: 7, msg: "Spotify şu anda çok yoğun. 7 saniye sonra tekrar deneyin." },
  });
});

Deno.test("the guard is open after the clock was set back to before the 429", async () => {
  const clock = createClock();
  const guard = createBusyGuard(clock.now);
  await refuse(guard, 429, "60");
  clock.pass(-3_600_000);
  guard.requireOpen();
});
