// The rules 'perHour' and 'artistMinutes' (docs/house.md#per-guest, docs/house.md#artist).
import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { readWeek } from "../../server/house/change_rules.ts";
import { songWords } from "../../server/house/song_key.ts";
import { createOwner } from "../support/people/factories.ts";
import {
  ask,
  assertFiled,
  assertRefused,
  houseOf,
  houseWith,
  setRules,
} from "../support/people/house.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { decide, newGuest } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

const MINUTE_MS = 60_000;

Deno.test("perHour counts what a guest asked for in 60 minutes, whatever became of it, and says when there is room again", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { perHour: 2 });
  const [guest, other] = [await newGuest(app), await newGuest(app)];
  const { body: first } = await ask(app, owner, {}, guest);
  await decide(app, owner.token, first._id, "rejected");
  const againAt = new Date(app.clock.now() + 60 * MINUTE_MS).toISOString();
  app.clock.pass(10 * MINUTE_MS);
  const { body: second } = await ask(app, owner, {}, guest);
  await app.call("DELETE", `/api/requests/${second._id}`, { headers: { cookie: guest } });
  await assertRefused(
    ask(app, owner, {}, guest),
    "Bir saatte en fazla 2 şarkı isteyebilirsiniz. 21.00'den sonra tekrar deneyin.",
    "guest_hour_full",
    { requests: 2, againAt },
  );
  await assertFiled(ask(app, owner, {}, other));
  await assertFiled(ask(app, owner));
  app.clock.pass(50 * MINUTE_MS - 1);
  assert.equal((await ask(app, owner, {}, guest)).status, 409);
  app.clock.pass(1);
  await assertFiled(ask(app, owner, {}, guest));
});

Deno.test("artistMinutes refuses another song by the first artist, while one waits and for so many minutes from its beginning", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { artistMinutes: 30 });
  const by = (artist: string, n: number) => ({
    ...{ artist, songTitle: `Şarkı ${n}` },
    uri: `spotify:track:${String(n).padStart(22, "0")}`,
  });
  const { body: { _id } } = await ask(app, owner, by("Sezen Aksu feat. Uzay Heparı", 1));
  const waits = "Bu sanatçının bir şarkısı zaten bekliyor. " +
    "Çaldıktan 30 dakika sonra tekrar istenebilir.";
  await assertRefused(ask(app, owner, by("SEZEN AKSU", 2)), waits, "artist_waiting", {
    minutes: 30,
  });
  await assertFiled(ask(app, owner, by("Uzay Heparı", 3)));
  await decide(app, owner.token, _id, "approved");
  await playNextInDatabase(app.deps, owner.ownerId);
  const playedAt = new Date(app.clock.now()).toISOString();
  const againAt = new Date(app.clock.now() + 30 * MINUTE_MS).toISOString();
  await assertRefused(
    ask(app, owner, by("Sezen Aksu (feat. Ajda Pekkan)", 4)),
    "Bu sanatçı 20.00'de çaldı, 20.30'dan sonra tekrar istenebilir.",
    "artist_repeated",
    { playedAt, againAt },
  );
  app.clock.pass(30 * MINUTE_MS);
  await assertFiled(ask(app, owner, by("Sezen Aksu", 5)));
});

Deno.test("the first artist is one however it is written in Turkish, and with others beside it", () => {
  const name = fc.array(fc.constantFrom(..."IİıiŞşĞğÇçÖöÜüAaNn"), { minLength: 1, maxLength: 12 })
    .map((letters) => letters.join(""));
  const others = fc.constantFrom("", " feat. X", " (ft. X)", ", X", " & X", " featuring X");
  const written = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toLocaleUpperCase("tr"),
    (text: string) => text.toLocaleLowerCase("tr"),
    (text: string) => text.normalize("NFD"),
  );
  const artistOf = (artist: string) => songWords({ title: "Şarkı", artist }).songKey.split("|")[1];
  fc.assert(fc.property(name, others, written, (name, others, write) => {
    assert.equal(artistOf(write(name) + others), artistOf(name));
  }));
});

// What every other field does not take: tests/http/bad_input_test.ts.
Deno.test("perHour and artistMinutes are told to guests in a line each, and with a wrong value they and tillLink are 400", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { token } = owner;
  for (
    const [name, value] of [
      ...[0, 51, 1.5, "2"].map((value) => ["perHour", value]),
      ...[0, 1441].map((value) => ["artistMinutes", value]),
      ...[
        "http://a.tr",
        "javascript:alert(1)",
        "https://",
        "https://banka.com.tr@a.tr/",
        "https://banka.com.tr:80@a.tr/",
        "00020",
        "",
        `https://${"a".repeat(510)}`,
      ]
        .map((value) => ["tillLink", value]),
    ] as [string, unknown][]
  ) {
    const answer = await app.call("PUT", "/api/house", { token, body: { [name]: value } });
    assert.equal(answer.status, 400, `${name}: ${value}`);
    assert.equal((await answer.json()).field, name);
  }
  await setRules(app, owner, { perHour: 3, artistMinutes: 45 });
  assert.deepEqual((await houseOf(app, owner)).lines, [
    "Bir sanatçı çaldıktan sonra 45 dakika geçmeden tekrar istenemiyor.",
    "Bir saatte en fazla 3 şarkı isteyebilirsiniz.",
  ]);
});

Deno.test("GET /api/house/week counts what perHour and artistMinutes would have seen of guests' requests of seven days", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const by = (artist: string, n: number) => ({
    ...{ artist, songTitle: `Şarkı ${n}` },
    uri: `spotify:track:${String(n).padStart(22, "0")}`,
  });
  const week = async () => await app.ok("GET", "/api/house/week", { token: owner.token });
  assert.deepEqual(await week(), { ofHour: [], afterArtist: [] });
  const guest = await newGuest(app);
  const { body: first } = await ask(app, owner, by("Sezen Aksu", 1), guest);
  await decide(app, owner.token, first._id, "approved");
  await playNextInDatabase(app.deps, owner.ownerId);
  app.clock.pass(20 * MINUTE_MS);
  // The second of this guest's hour, and 20 minutes after its artist began.
  await ask(app, owner, by("SEZEN AKSU feat. Tarkan", 2), guest);
  await ask(app, owner, by("Sezen Aksu", 3));
  await ask(app, owner, by("Tarkan", 4));
  app.clock.pass(40 * MINUTE_MS);
  await ask(app, owner, by("Tarkan", 5), guest);
  assert.deepEqual(await week(), {
    ofHour: [{ step: 1, requests: 1 }, { step: 2, requests: 2 }],
    afterArtist: [{ step: 20, requests: 2 }],
  });
  // A login does not last a week without use.
  app.clock.pass(7 * 24 * 60 * MINUTE_MS);
  assert.deepEqual(await readWeek(app.deps, owner.ownerId), { ofHour: [], afterArtist: [] });
});
