// The owner's hand at three instances on one libSQL server: pressed at several at once, and seen the same by all.
import { strict as assert } from "node:assert";
import { findConductor } from "../../db/plays/conductors.ts";
import { PLAYLISTS, shareLink } from "../../server/music/demo/catalogue.ts";
import { turnFallbacks } from "../../server/music/settings.ts";
import { startMusicAccount } from "../support/music/music_faults.ts";
import { connectedOwner, queueUp } from "../support/people/cafe_evening.ts";
import type { TestOwner } from "../support/people/factories.ts";
import { ask, setRules, showSongs, SONG } from "../support/people/house.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { decide, newGuest } from "../support/people/requests.ts";
import { instances } from "../support/start/instances.ts";
import type { TestApp } from "../support/start/test_app.ts";

const HOUR_MS = 3_600_000;

async function threeInstances() {
  const stack = new AsyncDisposableStack();
  const account = stack.use(await startMusicAccount());
  const { all, clock } = stack.use(
    await instances(3, { ...account.environment, RATE_LIMITS: "off" }),
  );
  account.followClock(clock.now);
  const [one] = all;
  const owner = await connectedOwner(one);
  return { all, clock, one, owner, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** What each instance answers, which must be the same; returns it. */
async function same<Answer = unknown>(
  all: TestApp[],
  path: string,
  { token, cookie }: { token?: string; cookie?: string } = {},
): Promise<Answer> {
  const answers = await Promise.all(all.map(async (app) => {
    const answer = await app.call("GET", path, { token, headers: cookie ? { cookie } : {} });
    assert.equal(answer.status, 200, path);
    return await answer.json();
  }));
  for (const other of answers.slice(1)) assert.deepEqual(other, answers[0], path);
  return answers[0];
}

interface Row {
  _id: string;
  first: boolean;
  own: boolean;
  status: string;
  dedication: unknown;
}

const queueOf = (all: TestApp[], { ownerId }: TestOwner) =>
  same<Row[]>(all, `/api/requests/queue/${ownerId}`);
const openOf = (all: TestApp[], { token }: TestOwner) =>
  same<Row[]>(all, "/api/requests", { token });
const ids = (rows: { _id: string }[]) => rows.map(({ _id }) => _id);

/** What all instances answer that are asked at once. */
async function atOnce<Answer>(
  all: TestApp[],
  send: (app: TestApp, i: number) => Promise<Response>,
): Promise<{ status: number; body: Answer }[]> {
  return await Promise.all(all.map(async (app, i) => {
    const { status, ...answer } = await send(app, i).then(async (response) => ({
      status: response.status,
      body: response.status === 204 ? null : await response.json(),
    }));
    return { status, ...answer };
  }));
}

Deno.test("songs that three instances put first at once stand in one order before all others, on which all agree", async () => {
  await using world = await threeInstances();
  const { all, one, owner } = world;
  const { token } = owner;
  const songs = ids(await queueUp(one, owner, [50, 40, 30, 20]));
  const pressed = await atOnce<Row>(
    all,
    (app, i) =>
      app.call("PUT", `/api/requests/${songs[i + 1]}/first`, { token, body: { first: true } }),
  );
  assert.deepEqual(pressed.map(({ status, body }) => [status, body.first]), [
    ...[[200, true], [200, true], [200, true]],
  ]);
  const order = ids(await queueOf(all, owner));
  assert.deepEqual(order.slice(0, 3).toSorted(), songs.slice(1).toSorted());
  assert.equal(order[3], songs[0]);
});

Deno.test("'Sıradaki olsun', its undo and the cafe's own song are one thing at three instances, also when they are pressed at once", async () => {
  await using world = await threeInstances();
  const { all, one, owner } = world;
  const { ownerId, token } = owner;
  const songs = await queueUp(one, owner, [50, 40, 30, 20]);
  const [a, b, c, d] = songs.map(({ _id }) => _id);
  const put = (app: TestApp, id: string, first: boolean) =>
    app.call("PUT", `/api/requests/${id}/first`, { token, body: { first } });
  const pressed = await atOnce<Row>(all, (app) => put(app, d!, true));
  assert.deepEqual(pressed.map(({ status, body }) => [status, body.first]), [
    ...[[200, true], [200, true], [200, true]],
  ]);
  await put(all[1], c!, true);
  assert.deepEqual(ids(await queueOf(all, owner)), [d, c, a, b]);
  assert.deepEqual((await openOf(all, owner)).map(({ first }) => first), [
    false,
    false,
    true,
    true,
  ]);

  // One of them takes it back, the others find nothing more than the approval, of which one is again the first.
  const undo = (app: TestApp) => app.call("POST", `/api/requests/${c}/undo`, { token });
  const undone = await atOnce<Row>(all, undo);
  assert.deepEqual(undone.map(({ status }) => status).toSorted(), [200, 200, 409]);
  assert.deepEqual(ids(await queueOf(all, owner)), [d, a, b]);
  const [, , third] = await openOf(all, owner);
  assert.deepEqual([third!.status, third!.first], ["pending", false]);

  const { songTitle, artist, albumArt, uri } = songs[0]!;
  const body = { songTitle, artist, albumArt, uri };
  const headers = { "idempotency-key": "one-press" };
  const own = await atOnce<Row>(
    all,
    (app) => app.call("POST", "/api/requests/own", { token, body, headers }),
  );
  assert.deepEqual(own.map(({ status }) => status), [201, 201, 201]);
  assert.equal(new Set(own.map(({ body }) => body._id)).size, 1);
  const queue = await queueOf(all, owner);
  assert.deepEqual(queue.map(({ own }) => own), [false, false, false, true]);

  // The first press of two at once sends the song that was put first, and no other goes before it.
  const sent = await Promise.all(all.map(({ deps }) => playNextInDatabase(deps, ownerId)));
  assert.ok(sent.some(Boolean));
  assert.ok(!ids(await queueOf(all, owner)).includes(d!));
});

Deno.test("a guest who is refused at one of three instances is refused by all at once, once, and the end of it holds at all", async () => {
  await using world = await threeInstances();
  const { all, one, owner } = world;
  const { token } = owner;
  const cookie = await newGuest(one);
  const sent: string[] = [];
  for (const app of all) sent.push((await ask(app, owner, {}, cookie)).body._id);

  const blocked = await atOnce<{ changed: number; ids: string[] }>(
    all,
    (app, i) => app.call("POST", `/api/requests/${sent[i]}/block`, { token }),
  );
  assert.deepEqual(blocked.map(({ status }) => status), [200, 200, 200]);
  const changed = blocked.flatMap(({ body }) => body.ids);
  assert.deepEqual(changed.toSorted(), sent.toSorted(), "each is rejected by one of them");
  const list = await same<{ _id: string; until: string }[]>(all, "/api/blocks", { token });
  assert.equal(list.length, 1);
  const tried = await Promise.all(all.map((app) => ask(app, owner, {}, cookie)));
  assert.deepEqual(tried.map(({ status, body }) => [status, body.code]), [
    ...all.map(() => [409, "guest_blocked"]),
  ]);
  const undone = await all[2]!.call("POST", "/api/requests/undo", { token, body: { ids: sent } });
  assert.deepEqual(await undone.json(), { changed: 3 });
  assert.equal((await openOf(all, owner)).length, 3);

  const ended = await atOnce(
    all,
    (app) => app.call("DELETE", `/api/blocks/${list[0]!._id}`, { token }),
  );
  assert.deepEqual(ended.map(({ status }) => status).toSorted(), [204, 404, 404]);
  for (const app of all) assert.equal((await ask(app, owner, {}, cookie)).status, 201);
});

Deno.test("a dedication, the limits by hour and by artist, and the cafe's payment link hold at three instances", async () => {
  await using world = await threeInstances();
  const { all, one, owner } = world;
  await setRules(one, owner, {
    dedications: true,
    perHour: 2,
    tips: "till",
    tillLink: "https://x.y/z",
  });
  const cookie = await newGuest(one);
  const to = { to: "Ayşe", wish: 2 };
  const asked = await Promise.all(
    all.map((app) => ask(app, owner, { dedication: to, tipAmount: 5 }, cookie)),
  );
  assert.deepEqual(asked.map(({ status }) => status).toSorted(), [201, 201, 409]);
  const rows = await openOf(all, owner);
  assert.deepEqual(rows.map(({ dedication }) => dedication), [to, to]);
  const mine = await same<{ tillLink: string }[]>(
    all,
    `/api/requests/mine?ownerId=${owner.ownerId}`,
    { cookie },
  );
  assert.deepEqual(mine.map(({ tillLink }) => tillLink), ["https://x.y/z", "https://x.y/z"]);
  await decide(all[1], owner.token, rows[0]!._id, "approved");
  await playNextInDatabase(all[2]!.deps, owner.ownerId);
  const now = await same<{ playing: Row }>(all, `/api/cafes/${owner.cafeId}/now`);
  assert.deepEqual(now.playing.dedication, to);

  await setRules(all[1], owner, { artistMinutes: 60, perHour: null });
  for (const app of all) await showSongs(app, { ...SONG, artist: "IŞIN KARACA" });
  const ofArtist = await Promise.all(
    all.map((app, i) =>
      ask(app, owner, {
        uri: "spotify:track:" + `${i}`.repeat(22),
        artist: "Işın Karaca feat. Ali",
      })
    ),
  );
  assert.deepEqual(ofArtist.map(({ status }) => status).toSorted(), [201, 409, 409]);
});

Deno.test("the owner's picks and the music of the hour are the same at three instances as soon as they are saved", async () => {
  await using world = await threeInstances();
  const { all, clock, one, owner } = world;
  const { token, ownerId } = owner;
  const pick = (n: number) => ({
    ...{ uri: `spotify:track:${String(n).padStart(22, "0")}`, title: `Şarkı ${n}`, artist: "Kişi" },
    albumArt: "",
  });
  const save = (app: TestApp, picks: unknown) =>
    app.call("PUT", "/api/music", { token, body: { picks } });
  const suggested = async () =>
    (await same<{ title: string }[]>(all, `/api/music/suggestions?ownerId=${ownerId}`))
      .map(({ title }) => title);
  assert.deepEqual(await suggested(), []);
  assert.equal((await save(one, [pick(1), pick(2)])).status, 200);
  assert.deepEqual(await suggested(), ["Şarkı 1", "Şarkı 2"]);
  assert.equal((await save(all[2]!, [pick(3)])).status, 200);
  assert.deepEqual(await suggested(), ["Şarkı 3"]);
  await atOnce(all, (app, i) => save(app, [pick(4 + i)]));
  assert.equal((await suggested()).length, 1);

  // 20:00 in Istanbul.
  const list = (playlist: typeof PLAYLISTS[number]) => ({
    ...{ kind: "playlist", url: shareLink(playlist) },
  });
  const [day, night] = PLAYLISTS;
  const fallback = [
    { from: "18:00", fallback: list(day!) },
    { from: "22:00", fallback: list(night!) },
  ];
  const put = await all[1].call("PUT", "/api/music", { token, body: { fallback } });
  assert.equal(put.status, 200);
  const present = async () =>
    (await Promise.all(all.map(({ deps }) => findConductor(deps.db, ownerId))))
      .map((row) => row?.fallbackTitle);
  const { fallback: read } = await same<{ fallback: { from: string }[] }>(all, "/api/music", {
    token,
  });
  assert.deepEqual(read.map(({ from }) => from), ["18:00", "22:00"]);
  clock.pass(2 * HOUR_MS);
  const revisions = async () =>
    await Promise.all(all.map(async (app) => {
      const answer = await app.call("GET", `/api/cafes/${owner.cafeId}/now`);
      return (await answer.json()).revision;
    }));
  const before = (await revisions())[0];
  await Promise.all(all.map(({ deps }) => turnFallbacks(deps)));
  assert.deepEqual(await present(), [night!.name, night!.name, night!.name]);
  const after = await revisions();
  assert.equal(new Set(after).size, 1);
  assert.ok(after[0] === undefined || after[0] === before + 1, "one of them turns it");
});
