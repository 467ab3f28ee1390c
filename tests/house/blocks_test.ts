// Not from this guest tonight (docs/house.md#blocks).
import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { deleteExpired } from "../../server/account/delete_account.ts";
import { createOwner } from "../support/people/factories.ts";
import { ask, assertFiled, assertRefused } from "../support/people/house.ts";
import { decide, newGuest, openRequestsOf, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";
import { sql } from "../support/db/sql.ts";

const HOUR_MS = 3_600_000;
const REFUSED = "Bu kafede bu akşam yeni istek gönderemezsiniz.";

const block = (app: TestApp, token: string | undefined, id: string) =>
  app.call("POST", `/api/requests/${id}/block`, { token });

Deno.test("POST /api/requests/:id/block refuses the guest until 06:00, rejects what is pending, and undo restores that alone", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { token } = owner;
  const [guest, other] = [await newGuest(app), await newGuest(app)];
  const send = async (cookie: string) => (await ask(app, owner, {}, cookie)).body._id;
  const [queued, one, two] = [await send(guest), await send(guest), await send(guest)];
  const another = await send(other);
  await decide(app, token, queued!, "approved");

  const { changed, ids } = await app.ok("POST", `/api/requests/${one}/block`, { token });
  assert.deepEqual([changed, ids.toSorted()], [2, [one, two]]);
  const open = async () => (await openRequestsOf(app, owner)).map(({ _id }) => _id);
  assert.deepEqual(await open(), [queued, another]);
  await assertRefused(ask(app, owner, {}, guest), REFUSED, "guest_blocked");
  await assertFiled(ask(app, owner, {}, other));
  await assertFiled(ask(app, await createOwner(app.deps), {}, guest));
  assert.deepEqual(await (await block(app, token, two!)).json(), { changed: 0, ids: [] });

  const undone = await app.ok("POST", "/api/requests/undo", { token, body: { ids } });
  assert.deepEqual(undone, { changed: 2 });
  await assertRefused(ask(app, owner, {}, guest), REFUSED);

  // It is 20:00.
  app.clock.pass(10 * HOUR_MS - 1);
  await assertRefused(ask(app, owner, {}, guest), REFUSED);
  app.clock.pass(1);
  await assertFiled(ask(app, owner, {}, guest));
});

Deno.test("GET /api/blocks lists today's, by the song and by whom, and DELETE ends one at once", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { token } = owner;
  const guest = await newGuest(app);
  const { body: { _id } } = await ask(app, owner, {}, guest);
  const later = await ask(app, owner, { songTitle: "Dönence" }, guest);
  await decide(app, token, later.body._id, "approved");
  const list = async () => await app.ok("GET", "/api/blocks", { token });
  assert.deepEqual(await list(), []);
  await block(app, token, _id);
  // Who is blocked already stays so, as it was.
  assert.equal((await block(app, token, later.body._id)).status, 200);
  const [only, ...rest] = await list();
  assert.deepEqual(rest, []);
  assert.deepEqual([only.songTitle, only.by, only.until], [
    "Gülpembe",
    "Kafe sahibi",
    new Date(app.clock.now() + 10 * HOUR_MS).toISOString(),
  ]);
  const end = (token: string) => app.call("DELETE", `/api/blocks/${only._id}`, { token });
  const other = await createOwner(app.deps);
  assert.equal((await end(other.token)).status, 404);
  assert.equal((await end(token)).status, 204);
  assert.equal((await end(token)).status, 404);
  await assertFiled(ask(app, owner, {}, guest));
});

Deno.test("a guest without a cookie, and the cafe itself, cannot be blocked", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { token, ownerId } = owner;
  const { _id } = await submit(app, ownerId);
  const refused = await block(app, token, _id);
  assert.deepEqual([refused.status, (await refused.json()).code], [409, "guest_unknown"]);
  const { songTitle, artist, uri } = await submit(app, ownerId);
  const body = { songTitle, artist, uri, albumArt: "" };
  const own = await app.ok("POST", "/api/requests/own", { token, body });
  assert.equal((await block(app, token, own._id)).status, 409);
  assert.equal((await block(app, token, "none")).status, 404);
  assert.equal((await block(app, (await createOwner(app.deps)).token, _id)).status, 404);
  assert.equal((await block(app, undefined, _id)).status, 401);
});

Deno.test("a block that is over leaves nothing of the guest", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { body: { _id } } = await ask(app, owner, {}, await newGuest(app));
  await block(app, owner.token, _id);
  const kept = async () => (await app.deps.db.all(sql`select id from guest_blocks`)).length;
  await deleteExpired(app.deps);
  assert.equal(await kept(), 1);
  app.clock.pass(10 * HOUR_MS);
  await deleteExpired(app.deps);
  assert.equal(await kept(), 0);
});

Deno.test("of many guests only those who are blocked now are refused, and none keeps a pending request", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const guests = await Promise.all([0, 1, 2, 3].map(() => newGuest(app)));
  const step = fc.record({
    what: fc.constantFrom("ask" as const, "block" as const, "end" as const, "morning" as const),
    who: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const owner = await createOwner(app.deps);
      const { token } = owner;
      const last = new Map<number, string>();
      const blocked = new Map<number, string>();
      for (const { what, who } of steps) {
        if (what === "ask") {
          const { status, body } = await ask(app, owner, {}, guests[who]);
          assert.equal(status, blocked.has(who) ? 409 : 201);
          if (status === 201) last.set(who, body._id);
        }
        if (what === "block" && last.has(who)) {
          assert.equal((await block(app, token, last.get(who)!)).status, 200);
          const listed = await app.ok("GET", "/api/blocks", { token });
          if (!blocked.has(who)) {
            const known = [...blocked.values()];
            const fresh = listed.find(({ _id }: { _id: string }) => !known.includes(_id));
            blocked.set(who, fresh._id);
          }
          assert.equal(listed.length, blocked.size);
        }
        if (what === "end" && blocked.has(who)) {
          const path = `/api/blocks/${blocked.get(who)}`;
          assert.equal((await app.call("DELETE", path, { token })).status, 204);
          blocked.delete(who);
        }
        if (what === "morning") {
          app.clock.pass(24 * HOUR_MS);
          blocked.clear();
          last.clear();
        }
      }
      const waiting = (await openRequestsOf(app, owner)).map(({ _id }) => _id);
      for (const who of blocked.keys()) assert.ok(!waiting.includes(last.get(who)!));
    }),
    { numRuns: rounds(10, 200) },
  );
});
