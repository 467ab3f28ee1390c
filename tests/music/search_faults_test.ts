// Searches while the music service fails or refuses the product's token (docs/music.md#search).
import { strict as assert } from "node:assert";
import { ne } from "drizzle-orm";
import { tracks } from "../../db/schema/music.ts";
import { search, searchAndKeep } from "../support/people/cafe_evening.ts";
import { setRules } from "../support/people/house.ts";
import { TOKEN } from "../support/music/music_faults.ts";
import { musicEvening } from "../support/music/music_evening.ts";
import type { TestApp } from "../support/start/test_app.ts";

const SEARCH = /^GET .*\/search$/;

const MINUTE_MS = 60_000;

function find(app: TestApp, term: string, init: { cookie?: string; address?: string } = {}) {
  return app.call("GET", `/api/spotify/search?term=${encodeURIComponent(term)}`, {
    headers: init.cookie ? { cookie: init.cookie } : {},
    address: init.address,
  });
}

Deno.test("searches share the product's own token, which is renewed when it ends or is refused", async () => {
  await using cafe = await musicEvening([]);
  const { app, account } = cafe;
  const tokens = () => account.calls.filter((call) => TOKEN.test(call)).length;
  await Promise.all([search(app, "bir"), search(app, "iki")]);
  assert.equal(tokens(), 0, "queueing songs has searched before");
  app.clock.pass(60 * MINUTE_MS);
  await Promise.all([search(app, "üç"), search(app, "dört")]);
  assert.equal(tokens(), 1);
  account.fail("401", { path: SEARCH });
  await search(app, "beş");
  assert.equal(tokens(), 2);
});

Deno.test("GET /api/spotify/search answers from memory while the service is busy, or says when to try again", async () => {
  await using cafe = await musicEvening([]);
  const { app, account } = cafe;
  const known = await search(app, "sevda");
  app.clock.pass(11 * MINUTE_MS);
  account.fail("429 after 86400", { path: SEARCH });
  assert.deepEqual(await search(app, "sevda"), known);

  account.calls.length = 0;
  const refused = await find(app, "deniz");
  assert.equal(refused.status, 502);
  assert.equal(refused.headers.get("retry-after"), "86400");
  assert.deepEqual(await refused.json(), {
    msg: "Spotify şu anda çok yoğun. 24 saat sonra tekrar deneyin.",
    code: "music_busy",
    values: { seconds: 86_400 },
  });
  assert.deepEqual(account.calls, [], "a service that wants a pause gets one");
  app.clock.pass(24 * 60 * MINUTE_MS);
  assert.equal((await find(app, "deniz")).status, 200);
});

Deno.test("both searches answer with known songs while the service is busy or away, and say so in a header", async () => {
  await using cafe = await musicEvening([]);
  const { app, account, owner } = cafe;
  const songs = await searchAndKeep(app, "sezen aksu");
  const { uri } = songs[0]!;
  const paths = (term: string) => [
    `/api/spotify/search?term=${encodeURIComponent(term)}`,
    `/api/music/search?ownerId=${owner.ownerId}&term=${encodeURIComponent(term)}`,
  ];
  account.fail("429 after 86400", { path: SEARCH });
  for (const term of ["SEZ", "aks sez", "Sezen hiçbiryerdeyok"]) {
    for (const path of paths(term)) {
      const answer = await app.call("GET", path);
      assert.equal(answer.status, 200, term);
      assert.equal(answer.headers.get("known-songs"), "true");
      const found = await answer.json();
      assert.deepEqual(uris(found), uris(songs));
    }
  }
  for (const term of ["ezen", "sezen'", "hiçbiryerdeyok", "se%"]) {
    const expected = /^se/.test(term) ? 200 : 502;
    for (const path of paths(term)) assert.equal((await app.call("GET", path)).status, expected);
  }

  const { db } = app.deps;
  await db.write((d) => [d.update(tracks).set({ explicit: true }).where(ne(tracks.uri, uri))]);
  await setRules(app, owner, { explicit: "refused" });
  const allowed = await app.ok("GET", paths("sezen")[1]!);
  assert.deepEqual(allowed.map((song: { uri: string }) => song.uri), [uri]);
  await db.write((d) => [d.update(tracks).set({ explicit: true })]);
  assert.equal((await app.call("GET", paths("sezen")[1]!)).status, 502, "none is allowed here");

  app.clock.pass(24 * 60 * MINUTE_MS);
  await account.goAway();
  assert.equal((await app.call("GET", paths("sezen")[0]!)).headers.get("known-songs"), "true");
});

const uris = (songs: { uri: string }[]) => new Set(songs.map(({ uri }) => uri));

const FAULTS = [
  ...["429 after 0", "429 without Retry-After", "429 quota exceeded", "500", "502 HTML"],
  ...["200 with HTML", "truncated JSON", "403 premium as text", "403 not allow-listed"],
  ...["404 no device", "redirect elsewhere", "reset before the effect"],
  ...["timeout before the effect", "slow drip"],
] as const;

for (const fault of FAULTS) {
  Deno.test(`GET /api/spotify/search answers 502 in Turkish to ${fault}, and works after it`, async () => {
    await using cafe = await musicEvening([]);
    const { app, account } = cafe;
    account.fail(fault, { path: SEARCH });
    const response = await find(app, "yağmur");
    assert.equal(response.status, 502);
    const { msg } = await response.json();
    assert.match(msg, /^Spotify.*[çğıöşü].*\.$/);
    assert.doesNotMatch(msg, /Premium|cihaz|hesab/, "nothing that only an owner can mend");
    assert.deepEqual(account.strayed, []);
    app.clock.pass(24 * 60 * MINUTE_MS);
    assert.ok((await search(app, "yağmur")).length > 0);
  });
}

Deno.test("GET /api/spotify/search uses a connected cafe's token if the product's own is refused", async () => {
  await using cafe = await musicEvening([]);
  const { app, account, owner } = cafe;
  app.clock.pass(60 * MINUTE_MS);
  account.fail("invalid_grant", { times: 1 });
  assert.ok((await search(app, "gece")).length > 0);
  await app.call("POST", "/api/spotify/disconnect", { token: owner.token });
  account.fail("invalid_grant", { times: 1 });
  assert.equal((await find(app, "gündüz")).status, 502);
});
