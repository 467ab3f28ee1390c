// What open pages are told of many decisions at once (docs/requests.md#many-at-once).
import { strict as assert } from "node:assert";
import { readRevision } from "../../db/rooms.ts";
import { createOwner } from "../support/people/factories.ts";
import { submit } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("POST /api/requests/decide and undo announce the revision of their commit, and nothing if nothing changed", async () => {
  const announced: number[] = [];
  await using app = await testApp({}, {
    replace: ({ hub }) => ({
      hub: { ...hub, announce: (_, revision) => void announced.push(revision) },
    }),
  });
  const { ownerId, token } = await createOwner(app.deps);
  const decide = async (ids: string[]) => {
    const body = { ids, status: "rejected" };
    const answer = await app.call("POST", "/api/requests/decide", { token, body });
    assert.equal(answer.status, 200, await answer.text());
  };
  await decide(["nothing"]);
  assert.deepEqual(announced, []);
  const { _id } = await submit(app, ownerId);
  announced.length = 0;
  await decide([_id]);
  assert.deepEqual(announced.splice(0), [await readRevision(app.deps.db, ownerId)]);
  await decide([_id]);
  assert.deepEqual(announced, []);
  const undone = await app.call("POST", "/api/requests/undo", { token, body: { ids: [_id] } });
  assert.equal(undone.status, 200, await undone.text());
  assert.deepEqual(announced, [await readRevision(app.deps.db, ownerId)]);
});
