// The list of the cafe's own songs, and what is hidden from its guests (docs/library.md#hidden-songs).
import { strict as assert } from "node:assert";
import { addLibrarySong } from "../support/music/library_app.ts";
import { useSource } from "../support/music/manual_cafe.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { ask, assertFiled, assertRefused } from "../support/people/house.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

Deno.test("the owner reads 50 songs at a time, the newest first, and finds them by a term", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  for (let i = 1; i <= 51; i++) {
    await addLibrarySong(app.deps, { title: `Şarkı ${i}`, folded: `sarki ${i} nolu` });
  }
  const first = await list(app, owner);
  assert.deepEqual([first.songs.length, first.songs[0].title], [50, "Şarkı 51"]);
  const { songs, next } = await list(app, owner, `?before=${first.next}`);
  assert.deepEqual([songs.length, songs[0].title, next], [1, "Şarkı 1", null]);
  const found = await list(app, owner, "?term=sarki%2037");
  assert.equal(found.songs[0].title, "Şarkı 37");
  assert.equal(found.next, null);
});

Deno.test("a hidden song is neither found nor asked for at this cafe, is marked in the owner's list, and comes back", async () => {
  await using app = await testApp();
  const [owner, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  const id = await addLibrarySong(app.deps);
  for (const { ownerId } of [owner, other]) await useSource(app.deps, ownerId, "library");
  const uri = `library:${id}`;
  assert.equal(await hide(app, owner, id, true), 200);
  assert.equal((await list(app, owner)).songs[0].hidden, true);
  assert.equal((await list(app, other)).songs[0].hidden, false);
  assert.deepEqual(await found(app, owner), []);
  assert.deepEqual(await found(app, other), [uri]);
  await assertRefused(
    ask(app, owner, { uri }),
    "Bu şarkı bu kafede istenemiyor. Lütfen başka bir şarkı seçin.",
  );
  await assertFiled(ask(app, other, { uri }));
  assert.equal(await hide(app, owner, id, false), 200);
  await assertFiled(ask(app, owner, { uri }));
  assert.equal(await hide(app, owner, 999, true), 404);
});

Deno.test("the owner listens to a song with the login alone, in ranges", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const id = await addLibrarySong(app.deps);
  const path = `/api/library/songs/${id}/audio`;
  const answer = await app.call("GET", path, { token, headers: { range: "bytes=0-9" } });
  // A browser that keeps it plays it after the logout too.
  assert.deepEqual([answer.status, answer.headers.get("cache-control")], [206, "no-store"]);
  const disposition = answer.headers.get("content-disposition");
  assert.equal(disposition, `attachment; filename="siradaki-sarki-${id}"`);
  assert.equal((await answer.arrayBuffer()).byteLength, 10);
  const refused = await app.call("GET", path);
  assert.equal(refused.status, 401);
  await refused.body?.cancel();
});

async function list(app: TestApp, { token }: TestOwner, query = "") {
  return await app.ok("GET", `/api/library/songs${query}`, { token });
}

async function hide(app: TestApp, { token }: TestOwner, id: number, hidden: boolean) {
  const answer = await app.call("PUT", `/api/library/songs/${id}`, { token, body: { hidden } });
  await answer.body?.cancel();
  return answer.status;
}

/** The uris that a guest's search for 'a' finds. */
async function found(app: TestApp, { ownerId }: TestOwner): Promise<string[]> {
  app.clock.pass(60_000);
  const answer = await app.call("GET", `/api/music/search?ownerId=${ownerId}&term=gul`);
  return (await answer.json()).map(({ uri }: { uri: string }) => uri);
}
