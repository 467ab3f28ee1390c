import { strict as assert } from "node:assert";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { decide, draft, newGuest, openRequestsOf } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const [A, B] = ["A", "B"].map((letter) => `spotify:track:${letter.repeat(22)}`);

Deno.test("GET /api/requests says how many requests of the same guest wait, and counts unknown guests once", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const [ayse, bora] = [await newGuest(app), await newGuest(app)];
  const sent = [];
  for (const guest of [ayse, undefined, bora, ayse, undefined, ayse]) {
    sent.push(await ask(app, owner, A!, guest));
  }
  assert.deepEqual((await openRequestsOf(app, owner)).map(({ sameGuest }) => sameGuest), [
    3,
    1,
    1,
    3,
    1,
    3,
  ]);
  const [first] = sent;
  assert.deepEqual(
    (await openRequestsOf(app, owner)).map(({ guest }) => guest),
    [first, null, null, first, null, first],
  );
  await decide(app, owner.token, sent[0]!, "approved");
  await decide(app, owner.token, sent[3]!, "rejected");
  const left = (await openRequestsOf(app, owner)).map((
    { sameGuest, status },
  ) => [sameGuest, status]);
  assert.deepEqual(left, [[1, "approved"], [1, "pending"], [1, "pending"], [1, "pending"], [
    1,
    "pending",
  ]]);
});

Deno.test("GET /api/requests does not count the guest's requests at another cafe", async () => {
  await using app = await testApp();
  const [here, there] = [await createOwner(app.deps), await createOwner(app.deps)];
  const guest = await newGuest(app);
  for (const owner of [here, there, there]) await ask(app, owner, A!, guest);
  assert.deepEqual((await openRequestsOf(app, here)).map(({ sameGuest }) => sameGuest), [1]);
});

Deno.test("GET /api/requests says of each request whether its song is queued by another one", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const first = await ask(app, owner, A!);
  await ask(app, owner, B!);
  const again = await ask(app, owner, A!);
  const queued = async () => (await openRequestsOf(app, owner)).map(({ inQueue }) => inQueue);
  assert.deepEqual(await queued(), [false, false, false], "both wait");
  await decide(app, owner.token, first, "approved");
  assert.deepEqual(await queued(), [false, false, true]);
  await decide(app, owner.token, again, "approved");
  assert.deepEqual(await queued(), [true, false, true]);
  assert.ok(await playNextInDatabase(app.deps, owner.ownerId));
  assert.deepEqual(await queued(), [false, false], "a song that was played is queued no longer");
});

/** A request for the song `uri`, sent by the guest with this cookie. Returns its id. */
async function ask(
  app: TestApp,
  { ownerId }: TestOwner,
  uri: string,
  cookie?: string,
): Promise<string> {
  app.clock.pass(1);
  const headers = cookie ? { cookie } : undefined;
  const body = draft(ownerId, { uri });
  return (await app.ok("POST", "/api/requests", { body, headers }))._id;
}
