// A full cafe on one client id: guests who search, songs that follow each other, and people who press (docs/music.md#calls).
import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { assertLedgerAgrees } from "../../support/db/ledger_invariants.ts";
import { automaticEvening, musicEvening } from "../../support/music/music_evening.ts";
import {
  connectedOwner,
  playNext,
  queueUp,
  search,
  searchAndKeep,
} from "../../support/people/cafe_evening.ts";
import { anyAddress, newGuest } from "../../support/people/requests.ts";

const GUESTS = 40;
/** What a guest types, letter by letter, is searched for each time the guest pauses. */
const PAUSES = [3, 5, 8];

Deno.test("forty guests who search within a minute, with 60 calls allowed in 30 s: no one reads an error or waits 2 s, and the songs follow each other", async () => {
  await using cafe = await automaticEvening([60, 50, 40, 30, 20, 10], {
    callsPer30S: 60,
    songLength: { ms: 20_000 },
  });
  const { account, app, clock, owner } = cafe;
  // An evening goes on: some songs are known.
  for (const term of ["se", "ba", "ta", "du", "ma"]) await search(app, term);
  await cafe.run(30);
  const guests = await Promise.all(Array.from({ length: GUESTS }, () => newGuest(app)));
  account.timeline.length = 0;
  let [known, silentS, answered] = [0, 0, 0];
  for (let s = 0; s < 60; s++) {
    for (const [i, cookie] of guests.entries()) {
      // Each guest looks for another song, and they begin one after another.
      const typed = PAUSES[s - Math.floor(i * 57 / GUESTS)];
      if (typed === undefined) continue;
      const term = SONGS[i * 3 % SONGS.length]!.title.slice(0, typed);
      const askedAt = clock.now();
      const answer = await app.call(
        "GET",
        `/api/music/search?${new URLSearchParams({ ownerId: owner.ownerId, term })}`,
        { headers: { cookie }, address: anyAddress() },
      );
      assert.equal(answer.status, 200, `${term}: ${await answer.clone().text()}`);
      assert.ok(clock.now() - askedAt <= 2_000);
      assert.ok((await answer.json()).length > 0, term);
      answered++;
      if (answer.headers.get("known-songs") === "true") known++;
    }
    await cafe.run(1);
    if (!cafe.player.isHeard()) silentS++;
  }
  const begun = account.timeline.filter((one) => "started" in one).length;
  const figures =
    `${answered} answers, ${known} of known songs, ${begun} songs, ${silentS} s of silence`;
  assert.ok(answered >= GUESTS * PAUSES.length - 3, figures);
  assert.ok(known > 0 && known < answered / 2, figures);
  assert.equal(silentS, 0, figures);
  assert.ok(begun >= 3, figures);
  await assertLedgerAgrees(app.deps);
});

Deno.test("twenty presses of play next in half a minute at three cafes are all carried out, whatever our own allowance is", async () => {
  await using evening = await musicEvening([10, 10, 10, 10, 10, 10, 10], {
    environment: { SPOTIFY_CALLS_PER_30S: "20", RATE_LIMITS: "off" },
  });
  const { account, app, clock, owner } = evening;
  const cafes = [owner];
  for (let i = 0; i < 2; i++) {
    const other = await connectedOwner(app);
    await queueUp(app, other, [10, 10, 10, 10, 10, 10, 10]);
    cafes.push(other);
  }
  clock.pass(30_000);
  account.calls.length = 0;
  for (let press = 0; press < 20; press++) {
    const { token } = cafes[press % cafes.length]!;
    const answer = await playNext(app, token);
    assert.equal(answer.status, 200, `press ${press}: ${await answer.clone().text()}`);
    await answer.body?.cancel();
    clock.pass(1_500);
  }
  const devices = account.calls.filter((call) => call.endsWith("/me/player/devices")).length;
  assert.ok(devices <= cafes.length, `${devices} calls for devices`);
  assert.ok(account.calls.length > 20, "more than the allowance");
});

Deno.test("three screens that read the player each 2.5 s list the devices half as often in half a minute", async () => {
  await using evening = await musicEvening([]);
  const { account, app, clock, owner } = evening;
  const owners = [owner, await connectedOwner(app), await connectedOwner(app)];
  clock.pass(30_000);
  account.calls.length = 0;
  let reads = 0;
  for (let round = 0; round < 12; round++) {
    for (const { token } of owners) {
      const answer = await app.call("GET", "/api/spotify/player", { token });
      assert.equal(answer.status, 200);
      assert.ok((await answer.json()).devices.length > 0);
      reads++;
    }
    clock.pass(2_500);
  }
  const listed = account.calls.filter((call) => call.endsWith("/me/player/devices")).length;
  assert.ok(listed <= reads / 2, `${listed} lists of devices for ${reads} reads`);
});

Deno.test("a search is answered with known songs if the service takes two seconds, and the next one with its answer", async () => {
  await using cafe = await musicEvening([]);
  const { account, app, clock, owner } = cafe;
  await searchAndKeep(app, "sezen aksu");
  const path = `/api/music/search?${new URLSearchParams({
    ownerId: owner.ownerId,
    term: "sezen",
  })}`;
  const held = account.hold("before", /^GET .*\/search$/);
  const asked = app.call("GET", path);
  await held.arrived;
  await clock.run(2_000, () => Promise.resolve());
  const answer = await asked;
  assert.equal(answer.headers.get("known-songs"), "true");
  const known = await answer.json();
  assert.ok(known.length > 0);
  for (const { artist } of known) assert.match(artist, /Sezen/);
  held.release();
  const next = await app.call("GET", path);
  assert.equal(next.headers.get("known-songs"), null);
  assert.ok((await next.json()).length > 0);
});
