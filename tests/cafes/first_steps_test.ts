// The first steps of a new cafe, as GET /api/cafes/me tells them (docs/accounts.md#first-steps).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { addLibrarySong } from "../support/music/library_app.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { playedSong } from "../support/people/plays.ts";
import { submit } from "../support/people/requests.ts";
import { createStaff } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

Deno.test("each step ticks itself: songs in the folder, a play, a request, the print dialog", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const none = { songs: null, heard: false, asked: false, printed: false };
  assert.deepEqual(await steps(app, owner), none);
  await Deno.mkdir(join(app.deps.config.dataDir, "music"));
  assert.deepEqual(await steps(app, owner), { ...none, songs: 0 });
  await addLibrarySong(app.deps);
  await submit(app, owner.ownerId);
  assert.deepEqual(await steps(app, owner), { ...none, songs: 1, asked: true });
  await playedSong(app.deps, owner.ownerId, 1000, app.clock.now());
  await take(app, owner, "printed");
  assert.deepEqual(await steps(app, owner), { songs: 1, heard: true, asked: true, printed: true });
});

Deno.test("tables are as good as printed cards, and steps that were ended do not come back", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { token } = owner;
  const answer = await app.call("POST", "/api/tables", { token, body: { labels: ["Masa 1"] } });
  await answer.body?.cancel();
  assert.equal((await steps(app, owner))?.printed, true);
  await take(app, owner, "ended");
  assert.equal(await steps(app, owner), undefined);
  await take(app, owner, "printed");
  assert.equal(await steps(app, owner), undefined);
});

Deno.test("staff are told of no steps, and another owner's are their own", async () => {
  await using app = await testApp();
  const [owner, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  const staff = await createStaff(app.deps, owner.ownerId);
  assert.equal(await steps(app, staff), undefined);
  await take(app, owner, "ended");
  assert.ok(await steps(app, other));
});

async function steps(app: TestApp, { token }: Pick<TestOwner, "token">) {
  return (await app.ok("GET", "/api/cafes/me", { token })).firstSteps;
}

async function take(app: TestApp, { token }: TestOwner, step: "printed" | "ended") {
  const answer = await app.call("PUT", "/api/cafes/first-steps", { token, body: { step } });
  assert.equal(answer.status, 204);
}
