// GET /api/requests/mine: what a guest sees of the songs that they asked for.
import { strict as assert } from "node:assert";
import type { SearchResult } from "../../server/contract/music.ts";
import { effectOfTip } from "../../client/islands/sheet/TipFieldset.tsx";
import { rememberTracks } from "../../db/music/tracks.ts";
import { SONGS } from "../../server/music/demo/catalogue.ts";
import { waitMinutes } from "../../server/contract/waiting.ts";
import { endPlay, findActive } from "../../db/plays/plays.ts";
import type { OwnRequest, Submitted } from "../../server/contract/requests.ts";
import { connectedOwner, playNext, search } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { guestOf } from "../support/people/guests.ts";
import { decide, newGuest, queueOf, queueSong, submit } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";
import { changePlay, playNextInDatabase, playOwnMusic, sendNext } from "../support/people/plays.ts";
import { houseWith, setRules } from "../support/people/house.ts";

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

// GET /api/requests/mine: how long a guest waits.

const MINUTE_MS = 60_000;

Deno.test("GET /api/requests/mine tells the wait: the rest of the song that plays, and the songs ahead by their real lengths", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  const [first, second] = [SONGS[0]!, SONGS[1]!];
  await rememberTracks(app.deps.db, [{
    uri: first.uri,
    title: first.title,
    artist: "",
    albumArt: "",
    durationMs: 5 * MINUTE_MS,
    seenAt: 1,
  }], 10);
  for (
    const { uri, tipAmount } of [{ uri: first.uri, tipAmount: 50 }, {
      uri: second.uri,
      tipAmount: 40,
    }]
  ) {
    await queueSong(app, { ownerId, token }, { uri, tipAmount });
  }
  const own = await guest.send();
  await decide(app, token, own._id, "approved");
  const wait = async () =>
    (await guest.mine()).map(({ place, waitMinutes }) => [place, waitMinutes]);
  assert.deepEqual(await wait(), [[3, 9]], "5:00 and 3:30, and nothing plays");
  const others = (await queueOf(app, ownerId)).slice(0, 2);
  assert.deepEqual(others.map(({ durationMs }) => durationMs), [5 * MINUTE_MS, undefined]);
  const { place, waitMs } = effectOfTip(others, 0, 0);
  assert.deepEqual([place, waitMinutes(waitMs)], [3, 9], "the sheet reckons alike");
  await playOwnMusic(app.deps, ownerId, { durationMs: 4 * MINUTE_MS });
  app.clock.pass(MINUTE_MS);
  assert.deepEqual(await wait(), [[3, 12]], "and 3:00 that are left");
  await changePlay(app.deps, ownerId, {
    isPaused: true,
    positionMs: MINUTE_MS,
    positionAt: app.clock.now(),
  });
  app.clock.pass(MINUTE_MS);
  assert.deepEqual(await wait(), [[3, 12]], "a pause shortens nothing");
});

// GET /api/requests/mine: when a guest's song counts as playing.

Deno.test("GET /api/requests/mine says that a song plays until it is over, or until another one replaces it", async () => {
  await using app = await testApp();
  const { ownerId, token } = await connectedOwner(app);
  const guest = await guestOf(app, ownerId);
  const known = SONGS.find(({ title }) => title === "Gülpembe")!;
  await search(app, "gülpembe");
  const play = async (changes: Record<string, unknown>) => {
    const { _id } = await guest.send(changes);
    await decide(app, token, _id, "approved");
    assert.equal((await playNext(app, token)).status, 200);
  };
  const playing = async () => (await guest.mine()).map((request) => request.playing);
  await play({ uri: known.uri });
  assert.deepEqual(await playing(), [true]);
  app.clock.pass(known.durationMs + 4_999);
  assert.deepEqual(await playing(), [true]);
  app.clock.pass(1);
  assert.deepEqual(await playing(), [false]);

  // The catalogue of this server has not seen the second song, so nothing says how long it is.
  await play({ uri: SONGS[1]!.uri });
  app.clock.pass(15 * MINUTE_MS - 1);
  assert.deepEqual(await playing(), [true, false]);
  await play({ uri: known.uri });
  assert.deepEqual(await playing(), [true, false, false]);
});

Deno.test("GET /api/requests/mine counts a song that the player has accepted as playing, and no longer as ahead", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  for (const tipAmount of [50, 10]) {
    const { _id } = await guest.send({ tipAmount });
    await decide(app, token, _id, "approved");
  }
  const shown = async () =>
    (await guest.mine()).map(({ place, playing, waitMinutes }) => [place, playing, waitMinutes]);
  await sendNext(app.deps, ownerId);
  assert.deepEqual(await shown(), [[2, false, 4], [1, false, 1]]);
  await changePlay(app.deps, ownerId, { orderedAt: app.clock.now() });
  // Of a song of unknown length, half is left.
  assert.deepEqual(await shown(), [[1, false, 2], [null, true, null]]);
});
for (
  const [why, afterMs, reversed] of [["skipped", 10_000, true], ["cut", 10_000, false]] as const
) {
  Deno.test(`GET /api/requests/mine says that a song that was ${why} is over, and whether its tip was reversed`, async () => {
    await using app = await testApp();
    const { ownerId, token } = await createOwner(app.deps);
    const guest = await guestOf(app, ownerId);
    const { _id } = await guest.send();
    await decide(app, token, _id, "approved");
    assert.ok(await playNextInDatabase(app.deps, ownerId));
    const state = async () => {
      const [{ status, playing, reversed, playedAt }] = await guest.mine() as [OwnRequest];
      return { status, playing, reversed, played: playedAt !== null };
    };
    const played = { status: "approved", played: true };
    assert.deepEqual(await state(), { ...played, playing: true, reversed: false });
    const play = (await findActive(app.deps.db, ownerId))!;
    await endPlay(app.deps.db, play, { at: app.clock.now() + afterMs, why });
    assert.deepEqual(await state(), { ...played, playing: false, reversed });
  });
}

// The cafe's own payment link (docs/money.md#till-link).

const LINK = "https://odeme.example/kafe?masa=1";
const CODE = "00020101021129300012D156000000000510A93FO3230Q31280012D15600000001030812345678";

Deno.test("a guest has the payment link with the request's answer and on the own list, if the tip is paid at the till, and never before", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till", tillLink: LINK });
  const guest = await guestOf(app, owner.ownerId);
  const links = async () => (await guest.mine()).map(({ tillLink }) => tillLink);
  const page = async () => await (await app.call("GET", `/api/cafes/${owner.cafeId}`)).text();
  assert.doesNotMatch(await page(), /odeme/);
  const free = await guest.send({ tipAmount: 0 });
  assert.equal("tillLink" in free, false);
  assert.deepEqual(await links(), [undefined]);
  const tipped: Submitted = await guest.send({ tipAmount: 10 });
  assert.equal(tipped.tillLink, LINK);
  assert.deepEqual(await links(), [LINK, undefined]);

  await setRules(app, owner, { tillLink: CODE });
  assert.deepEqual(await links(), [CODE, undefined]);
  // What was paid needs no link.
  const { token } = owner;
  const body = { received: true };
  await app.call("PUT", `/api/requests/${tipped._id}/received`, { token, body });
  assert.deepEqual(await links(), [undefined, undefined]);

  await setRules(app, owner, { tips: "platform" });
  const owed = await guest.send({ tipAmount: 10 });
  assert.equal("tillLink" in owed, false);
  assert.deepEqual(await links(), [undefined, undefined, undefined]);
});
