// 'Kafenin isteği': the team asks for a song itself (docs/requests.md#own).
import { strict as assert } from "node:assert";
import type { OwnSong } from "../../server/contract/requests.ts";
import { connectedOwner, playNext, queueUp, search } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { setRules, showSongs, SONG } from "../support/people/house.ts";
import { draft, newGuest, openRequestsOf, queueOf, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

/** What the panel sends for a found song. */
async function found(app: TestApp) {
  const [song] = await search(app, "a");
  const { title: songTitle, artist, albumArt, uri } = song!;
  return { songTitle, artist, albumArt, uri };
}

const ask = (app: TestApp, token: string | undefined, body: object, key?: string) =>
  app.call("POST", "/api/requests/own", {
    token,
    body,
    headers: key === undefined ? {} : { "idempotency-key": key },
  });

Deno.test("POST /api/requests/own puts the cafe's song into the queue at once, and what plays is then no guest's", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const { ownerId, token, cafeId } = owner;
  const song = await found(app);
  const answer = await ask(app, token, song);
  assert.equal(answer.status, 201);
  const own: OwnSong = await answer.json();
  assert.deepEqual([own.songTitle, own.status, own.own, own.tipAmount, own.warnings], [
    song.songTitle,
    "approved",
    true,
    0,
    [],
  ]);
  const [queued] = await queueOf(app, ownerId);
  assert.deepEqual([queued!._id, queued!.own], [own._id, true]);
  const [row] = await openRequestsOf(app, owner);
  assert.deepEqual([row!.own, row!.place, row!.sameGuest], [true, 1, 0]);

  assert.equal((await playNext(app, token)).status, 200);
  const { playing } = await app.ok("GET", `/api/cafes/${cafeId}/now`);
  assert.deepEqual([playing.requestId, playing.byGuest], [own._id, false]);
  await queueUp(app, owner, [5]);
  assert.equal((await playNext(app, token)).status, 200);
  const next = await app.ok("GET", `/api/cafes/${cafeId}/now`);
  assert.equal(next.playing.byGuest, true);
});

Deno.test("the rules of the house warn about the cafe's own song, each in its sentence, and refuse it from guests alone", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await showSongs(app, { ...SONG, explicit: true });
  await setRules(app, owner, {
    ...{ requests: "closed", explicit: "refused", blockedWords: ["gülpembe"], longestMinutes: 3 },
    ...{ repeatMinutes: 60, perGuest: 1, tables: "required" },
  });
  const { songTitle, artist, albumArt, uri } = draft(owner.ownerId);
  const send = async (): Promise<OwnSong> => {
    const answer = await ask(app, owner.token, { songTitle, artist, albumArt, uri });
    assert.equal(answer.status, 201);
    return await answer.json();
  };
  const first = await send();
  assert.deepEqual(first.warnings, [
    "Bu kafe şu anda istek almıyor. Lütfen daha sonra tekrar deneyin.",
    "Bu kafede uygunsuz sözler içeren şarkılar istenemiyor. Lütfen başka bir şarkı seçin.",
    "Bu şarkı bu kafede istenemiyor. Lütfen başka bir şarkı seçin.",
    "Bu kafede 3 dakikadan uzun şarkılar istenemiyor.",
  ]);
  const again = await send();
  assert.equal(
    again.warnings.at(-1),
    "Bu şarkı zaten bekliyor. Çaldıktan 60 dakika sonra tekrar istenebilir.",
  );
});

Deno.test("a tip of the cafe's own song needs a till, which then has it", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { token } = owner;
  const { songTitle, artist, albumArt, uri } = draft(owner.ownerId);
  const body = { songTitle, artist, albumArt, uri, tipAmount: 20 };
  const refused = await ask(app, token, body);
  assert.equal(refused.status, 400);
  assert.equal((await refused.json()).field, "tipAmount");
  await setRules(app, owner, { tips: "till" });
  assert.equal((await ask(app, token, body)).status, 201);
  const [row] = await openRequestsOf(app, owner);
  assert.deepEqual([row!.atTill, row!.received, row!.receivedAmount], [true, true, 20]);
  const { days } = await app.ok("GET", "/api/payouts/till?days=1", { token });
  assert.deepEqual(days.map(({ received }: { received: number }) => received), [20]);
});

Deno.test("an idempotency key files the cafe's own song once, and guests' limits do not count it", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const { songTitle, artist, albumArt, uri } = draft(ownerId);
  const body = { songTitle, artist, albumArt, uri };
  const both = await Promise.all([ask(app, token, body, "k"), ask(app, token, body, "k")]);
  const [one, two]: OwnSong[] = await Promise.all(both.map((answer) => answer.json()));
  assert.equal(one!._id, two!._id);
  assert.equal((await queueOf(app, ownerId)).length, 1);
  const other = await ask(app, token, { ...body, songTitle: "Başka" }, "k");
  assert.equal((await other.json()).code, "idempotency_key_reused");
  for (let i = 0; i < 20; i += 1) assert.equal((await ask(app, token, body)).status, 201);
  // A guest's key of the same name is another one.
  const cookie = await newGuest(app);
  const guest = { body: draft(ownerId), headers: { cookie, "idempotency-key": "k" } };
  assert.equal((await app.call("POST", "/api/requests", guest)).status, 201);
});

Deno.test("POST /api/requests/own refuses another source's song, a wrong body, and people without a login", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const { songTitle, artist, albumArt, uri } = draft(ownerId);
  const body = { songTitle, artist, albumArt, uri };
  assert.equal((await ask(app, token, { ...body, uri: "library:1" })).status, 400);
  assert.equal((await ask(app, token, { ...body, songTitle: "" })).status, 400);
  assert.equal((await ask(app, token, { ...body, tipAmount: -1 })).status, 400);
  assert.equal((await ask(app, undefined, body)).status, 401);
  assert.deepEqual(await queueOf(app, ownerId), []);
});

Deno.test("the database owes a cafe nothing for its own song, whatever is written", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const { _id } = await submit(app, ownerId);
  const write = (statement: string) =>
    app.deps.db.write(() => [sql(statement)]).then(
      () => "",
      (e: Error) => `${e.message} ${e.cause}`,
    );
  const row = (columns: string, values: string) =>
    `insert into song_requests (id, owner_id, song_title, artist, album_art, uri, created_at,
       status, ${columns}) values ('x', '${ownerId}', 't', 'a', '', 'u', 1, 'approved', ${values})`;
  assert.match(await write(row("tip_kurus, is_own", "100, 1")), /owes itself nothing/);
  assert.match(await write(row("tip_kurus, is_own, guest_id", "0, 1, 'g'")), /owes itself nothing/);
  assert.match(
    await write(`update song_requests set is_own = 1 where id = '${_id}'`),
    /whose it is is fixed/,
  );
});
