// GET /api/requests/mine: what a guest sees of the songs that they asked for.
import { strict as assert } from "node:assert";
import type { SearchResult } from "../../server/contract/music.ts";
import { connectedOwner, playNext, search } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { guestOf } from "../support/people/guests.ts";
import { decide, newGuest, submit } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("GET /api/requests/mine returns a guest's own requests with their places", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  const { _id: rival } = await submit(app, ownerId, { tipAmount: 50 });
  const { _id, songTitle, artist, albumArt, tipAmount } = await guest.send();
  const base = {
    ...{ _id, songTitle, artist, albumArt, tipAmount, playedAt: null, playing: false },
    ...{
      reversed: false,
      unplayable: false,
      payAtTill: false,
      payAmount: 0,
      refundAtTill: false,
      ownTip: tipAmount,
      asked: true,
      canTakeBack: false,
      first: false,
    },
  };
  const inLine = { place: null, waitMinutes: null };
  const waiting = { ...base, ...inLine, status: "pending", canTakeBack: true };
  assert.deepEqual(await guest.mine(), [waiting]);
  await decide(app, token, rival, "approved");
  await decide(app, token, _id, "approved");
  // One song of unknown length is ahead.
  const queued = { ...base, status: "approved", place: 2, waitMinutes: 4 };
  assert.deepEqual(await guest.mine(), [queued]);
});

Deno.test("GET /api/requests/mine does not count a played song as ahead of the guest's own", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const guest = await guestOf(app, owner.ownerId);
  const [song] = await search(app, "a");
  const rival = await submit(app, owner.ownerId, { ...inDraft(song!), tipAmount: 50 });
  const own = await guest.send();
  for (const { _id } of [rival, own]) await decide(app, owner.token, _id, "approved");
  assert.equal((await guest.mine())[0]!.place, 2);
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.equal((await guest.mine())[0]!.place, 1);
});

Deno.test("GET /api/requests/mine returns 12 hours of requests in every status, and nothing to other guests", async () => {
  await using app = await testApp();
  const { ownerId, token } = await connectedOwner(app);
  const guest = await guestOf(app, ownerId);
  const [song] = await search(app, "a");
  await guest.send({ songTitle: "eski" });
  app.clock.pass(12 * 60 * 60 * 1000);
  const played = await guest.send(inDraft(song!));
  await decide(app, token, played._id, "approved");
  assert.equal((await playNext(app, token)).status, 200);
  const refused = await guest.send({ songTitle: "reddedilen" });
  await decide(app, token, refused._id, "rejected");
  await guest.send({ songTitle: "bekleyen" });
  const list = await guest.mine();
  assert.deepEqual(
    list.map((r) => [r.songTitle, r.status, r.place, r.playedAt !== null]),
    [
      ["bekleyen", "pending", null, false],
      ["reddedilen", "rejected", null, false],
      [song!.title, "approved", null, true],
    ],
  );
  assert.deepEqual(await guest.mine({}), []);
  assert.deepEqual(await guest.mine({ cookie: await newGuest(app) }), []);
  assert.equal((await app.call("GET", "/api/requests/mine")).status, 400);
});

function inDraft({ title, artist, albumArt, uri }: SearchResult) {
  return { songTitle: title, artist, albumArt, uri };
}
