// 'Bu kafede çok istenenler' (docs/music.md#suggestions).
import { strict as assert } from "node:assert";
import { suggestedAt } from "../../db/requests/suggestions.ts";
import type { FoundSong } from "../../server/contract/music.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { guestOf } from "../support/people/guests.ts";
import { setRules, showSongs } from "../support/people/house.ts";
import { decide, newGuest, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const DAY_MS = 86_400_000;

const song = (n: number, artist = `Sanatçı ${n}`) => ({
  ...{ songTitle: `Şarkı ${n}`, artist },
  uri: `spotify:track:${String(n).padStart(22, "0")}`,
});

async function titles(app: TestApp, { ownerId }: TestOwner): Promise<string[]> {
  const songs: FoundSong[] = await app.ok("GET", `/api/music/suggestions?ownerId=${ownerId}`);
  // The statement that a server is asked once for says the same; it counts anew each time.
  const { db, suggestions } = app.deps;
  const rows = await db.all(suggestedAt(suggestions.toRead(ownerId)));
  const inOrder = (list: FoundSong[]) => list.toSorted((a, b) => a.uri < b.uri ? -1 : 1);
  assert.deepEqual(inOrder(await suggestions.keep(ownerId, -1, rows)), inOrder(songs));
  return songs.map(({ title }) => title);
}

/** Asks for the song so often; each request is taken back, so that none waits. */
async function wanted(app: TestApp, owner: TestOwner, n: number, times: number): Promise<void> {
  const guest = await guestOf(app, owner.ownerId);
  for (let i = 0; i < times; i += 1) {
    const { _id } = await guest.send(song(n));
    await guest.takeBack(_id);
    app.clock.pass(1);
  }
}

/** The songs are counted at most so often. */
const passCount = (app: TestApp) => app.clock.pass(10 * 60_000);

Deno.test("GET /api/music/suggestions has at most eight songs of the last 30 days, the most wanted first, and its page shows them", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await createOwner(app.deps);
  assert.deepEqual(await titles(app, owner), []);
  await wanted(app, owner, 99, 5);
  app.clock.pass(30 * DAY_MS);
  for (let n = 1; n <= 10; n += 1) await wanted(app, owner, n, n === 4 ? 3 : n === 7 ? 2 : 1);
  passCount(app);
  assert.deepEqual(await titles(app, owner), [4, 7, 10, 9, 8, 6, 5, 3].map((n) => `Şarkı ${n}`));
  const page = await (await app.call("GET", `/cafe/${owner.cafeId}`)).text();
  assert.match(page, /Bu kafede çok istenenler/);
  assert.match(page, /Şarkı 4/);
  const unknown = await app.call("GET", "/api/music/suggestions?ownerId=none");
  assert.equal(unknown.status, 404);
});

Deno.test("a suggestion can be asked for right now: none waits, plays, is of another source or refused by a rule", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await createOwner(app.deps);
  for (const n of [1, 2, 3, 4]) await wanted(app, owner, n, 5 - n);
  await showSongs(app, {
    ...{ uri: song(4).uri, title: "Şarkı 4", artist: "Sanatçı 4", durationMs: 400_000 },
  });
  passCount(app);
  assert.deepEqual(await titles(app, owner), ["Şarkı 1", "Şarkı 2", "Şarkı 3", "Şarkı 4"]);
  const { _id } = await submit(app, owner.ownerId, song(2));
  assert.deepEqual(await titles(app, owner), ["Şarkı 1", "Şarkı 3", "Şarkı 4"]);
  await decide(app, owner.token, _id, "rejected");
  await setRules(app, owner, { blockedWords: ["sanatçı 1"], longestMinutes: 5 });
  assert.deepEqual(await titles(app, owner), ["Şarkı 2", "Şarkı 3"]);
  await setRules(app, owner, { blockedWords: [], longestMinutes: null, artistMinutes: 30 });
  await submit(app, owner.ownerId, song(50, "Sanatçı 3"));
  assert.deepEqual(await titles(app, owner), ["Şarkı 1", "Şarkı 2", "Şarkı 4"]);
  await setRules(app, owner, { requests: "closed" });
  assert.deepEqual(await titles(app, owner), []);
});

Deno.test("a cafe without history suggests the owner's picks, of which there are at most twenty", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await createOwner(app.deps);
  const { token } = owner;
  const pick = (n: number) => {
    const { songTitle: title, artist, uri } = song(n);
    return { uri, title, artist, albumArt: "https://elsewhere.example/cover.png" };
  };
  const put = (picks: unknown) => app.call("PUT", "/api/music", { token, body: { picks } });
  const many = Array.from({ length: 21 }, (_, n) => pick(n));
  assert.equal((await put(many)).status, 400);
  assert.equal((await put([{ ...pick(1), uri: "elsewhere:1" }])).status, 400);
  const answer = await put([pick(3), pick(1)]);
  assert.equal(answer.status, 200);
  const { picks } = await answer.json();
  assert.deepEqual(picks, [3, 1].map((n) => ({ ...pick(n), albumArt: "" })));
  assert.deepEqual((await app.ok("GET", "/api/music", { token })).picks, picks);
  assert.deepEqual(await titles(app, owner), ["Şarkı 3", "Şarkı 1"]);

  await wanted(app, owner, 8, 1);
  passCount(app);
  assert.deepEqual(await titles(app, owner), ["Şarkı 8"]);
  const cookie = await newGuest(app);
  const page = await app.call("GET", `/cafe/${owner.cafeId}`, { headers: { cookie } });
  assert.match(await page.text(), /Şarkı 8/);
});
