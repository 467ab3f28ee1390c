// POST /api/requests in a cafe with rules: each rule, and where it begins.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import type { ErrorAnswer, ErrorCode } from "../../server/contract/error_codes.ts";
import type { HouseRulesChange } from "../../server/contract/house.ts";
import { tracks } from "../../db/schema/music.ts";
import { createOwner } from "../support/people/factories.ts";
import {
  ask,
  assertFiled,
  assertRefused,
  EVENINGS,
  houseWith,
  setRules,
  showSongs,
  SONG,
} from "../support/people/house.ts";
import { decide, newGuest } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { connectedOwner } from "../support/people/cafe_evening.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BLOCKED = "Bu şarkı bu kafede istenemiyor. Lütfen başka bir şarkı seçin.";
const EXPLICIT =
  "Bu kafede uygunsuz sözler içeren şarkılar istenemiyor. Lütfen başka bir şarkı seçin.";
const TOO_LONG = "Bu kafede 4 dakikadan uzun şarkılar istenemiyor.";

Deno.test("a request is filed if the rule that refused it is lifted before it is asked for", async () => {
  const lifted = Promise.withResolvers<void>();
  let lift = () => Promise.resolve();
  await using app = await testApp({}, {
    replace: ({ db }) => ({
      db: {
        ...db,
        async together(statements) {
          const asked = Object.values(statements).map(({ sql }) => sql);
          if (asked.some((sql) => sql.includes("isNameBlocked"))) await lift();
          return await db.together(statements);
        },
      },
    }),
  });
  const owner = await houseWith(app, { requests: "closed" });
  lift = async () => {
    await setRules(app, owner, { requests: "open" });
    lifted.resolve();
  };
  await assertFiled(ask(app, owner));
  await lifted.promise;
});

Deno.test("opening hours accept requests until the last call, and then say when they open", async () => {
  await using app = await testApp();
  const rules = { requests: "hours" as const, hours: EVENINGS, lastCallMinutes: 30 };
  const owner = await houseWith(app, rules);
  // It is 20:00. The hours end at 02:00.
  await assertFiled(ask(app, owner));
  app.clock.pass(5.5 * HOUR_MS - 1);
  await assertFiled(ask(app, owner));
  app.clock.pass(1);
  const lastCall = "Son istekler alındı. İstekler 18.00'de tekrar açılacak.";
  const opensAt = new Date(app.clock.now() + 16.5 * HOUR_MS).toISOString();
  await assertRefused(ask(app, owner), lastCall, "after_last_call", { opensAt });
  app.clock.pass(HOUR_MS / 2);
  await assertRefused(ask(app, owner), "İstekler 18.00'de açılacak.", "outside_hours", { opensAt });
  app.clock.pass(16 * HOUR_MS - 1);
  await assertRefused(ask(app, owner), "İstekler 18.00'de açılacak.");
  app.clock.pass(1);
  await assertFiled(ask(app, owner));
});

Deno.test("a clock that is set back decides by the time that it then has", async () => {
  await using app = await testApp();
  const hours = [{ weekday: 1, opens: "18:00", closes: "21:00" }];
  const owner = await houseWith(app, { requests: "hours", hours });
  app.clock.pass(HOUR_MS);
  await assertRefused(ask(app, owner), "İstekler haftaya pazartesi 18.00'de açılacak.");
  app.clock.pass(-HOUR_MS);
  await assertFiled(ask(app, owner));
});

Deno.test("a song that is marked explicit is refused only where the owner refuses such songs", async () => {
  await using app = await testApp();
  await showSongs(app, { explicit: true }, { uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQD" });
  const owner = await houseWith(app, { explicit: "refused" });
  await assertRefused(ask(app, owner), EXPLICIT);
  await assertFiled(ask(app, owner, { uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQD" }));
  await assertFiled(ask(app, await createOwner(app.deps)));
});

Deno.test("blocked words are looked for in the stored title and artist, whatever the guest sends", async () => {
  await using app = await testApp();
  await showSongs(app, { title: "Kötü Sözler", artist: "İsimsiz IŞIK" });
  const owner = await houseWith(app, { blockedWords: ["kotu sozler"] });
  await assertRefused(ask(app, owner, { songTitle: "Güzel", artist: "Biri" }), BLOCKED);
  await setRules(app, owner, { blockedWords: ["isimsiz ışık"] });
  await assertRefused(ask(app, owner, { songTitle: "Güzel", artist: "Biri" }), BLOCKED);
  await setRules(app, owner, { blockedWords: ["söz", "sözler isimsiz", "güzel"] });
  await assertFiled(ask(app, owner, { songTitle: "Güzel", artist: "Biri" }));
});

Deno.test("blocked words are looked for in the guest's words if no search has shown the song", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { blockedWords: ["Kötü"] });
  await assertRefused(ask(app, owner, { songTitle: "KÖTÜ!" }), BLOCKED);
  await assertRefused(ask(app, owner, { artist: "kotu" }), BLOCKED);
  await assertFiled(ask(app, owner, { songTitle: "Kötücül" }));
});

Deno.test("a song of exactly the longest length is accepted, and one ms more is refused", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { longestMinutes: 4 });
  await showSongs(app, { durationMs: 4 * MINUTE_MS });
  await assertFiled(ask(app, owner));
  await showSongs(app, { durationMs: 4 * MINUTE_MS + 1 });
  await assertRefused(ask(app, owner), TOO_LONG);
  await showSongs(app, { durationMs: 0 });
  await assertFiled(ask(app, owner));
});

Deno.test("a guest may have so many pending requests, another guest has a share of their own, and those without a cookie are not counted", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { perGuest: 2 });
  const [one, other] = [await newGuest(app), await newGuest(app)];
  const enough =
    "Onay bekleyen en fazla 2 isteğiniz olabilir. Biri sonuçlanınca yeni istek gönderebilirsiniz.";
  await assertFiled(ask(app, owner, {}, one));
  const { body: second } = await ask(app, owner, {}, one);
  await assertRefused(ask(app, owner, {}, one), enough);
  await assertFiled(ask(app, owner, {}, other));
  for (let i = 0; i < 3; i++) await assertFiled(ask(app, owner));
  await decide(app, owner.token, second._id, "approved");
  await assertFiled(ask(app, owner, {}, one));
});

Deno.test("of several rules the first refuses: hours, explicit, words, length, repeat, guest", async () => {
  await using app = await testApp();
  await showSongs(app, { explicit: true, durationMs: 5 * MINUTE_MS });
  const owner = await createOwner(app.deps);
  const guest = await newGuest(app);
  await assertFiled(ask(app, owner, {}, guest));
  await setRules(app, owner, {
    requests: "closed",
    explicit: "refused",
    blockedWords: [SONG.title],
    longestMinutes: 4,
    repeatMinutes: 60,
    perGuest: 1,
  });
  const steps: [
    lifted: HouseRulesChange,
    msg: string,
    code: ErrorCode,
    values?: ErrorAnswer["values"],
  ][] = [
    [
      { requests: "open" },
      "Bu kafe şu anda istek almıyor. Lütfen daha sonra tekrar deneyin.",
      "requests_closed",
    ],
    [{ explicit: "allowed" }, EXPLICIT, "explicit_refused"],
    [{ blockedWords: [] }, BLOCKED, "song_blocked"],
    [{ longestMinutes: null }, TOO_LONG, "song_too_long", { minutes: 4 }],
    [
      { repeatMinutes: null },
      "Bu şarkı zaten bekliyor. Çaldıktan 60 dakika sonra tekrar istenebilir.",
      "song_waiting",
      { minutes: 60 },
    ],
    [
      { perGuest: null },
      "Onay bekleyen en fazla 1 isteğiniz olabilir. Biri sonuçlanınca yeni istek gönderebilirsiniz.",
      "guest_pending_full",
      { requests: 1 },
    ],
  ];
  for (const [lifted, ...refused] of steps) {
    await assertRefused(ask(app, owner, {}, guest), ...refused);
    await setRules(app, owner, lifted);
    // A guest may try six times a minute.
    app.clock.pass(MINUTE_MS / 4);
  }
  await assertFiled(ask(app, owner, {}, guest));
});

Deno.test("a cafe that does not exist is 404 and a wrong body 400, whatever the rules say", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { requests: "closed" });
  assert.equal((await ask(app, { ...owner, ownerId: "yok" })).status, 404);
  assert.equal((await ask(app, owner, { tipAmount: -1 })).status, 400);
});

// The search of a cafe that refuses explicit songs.

interface Found {
  title: string;
  artist: string;
  uri: string;
  explicit: boolean;
}

Deno.test("GET /api/music/search leaves explicit songs out where they are refused, and keeps them elsewhere", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const other = await connectedOwner(app);
  const [creep] = await search(app, other.ownerId, "creep");
  assert.equal(creep!.explicit, true);
  await setRules(app, owner, { explicit: "refused" });
  assert.deepEqual(await search(app, owner.ownerId, "creep"), []);
  assert.deepEqual(await search(app, other.ownerId, "creep"), [creep]);
  await setRules(app, owner, { explicit: "allowed" });
  assert.deepEqual(await search(app, owner.ownerId, "creep"), [creep]);
});

Deno.test("a song that the search of another cafe has shown is refused as explicit", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const other = await connectedOwner(app);
  await setRules(app, owner, { explicit: "refused" });
  const [creep] = await search(app, other.ownerId, "creep");
  await assertRefused(
    ask(app, owner, { uri: creep!.uri }),
    "Bu kafede uygunsuz sözler içeren şarkılar istenemiyor. Lütfen başka bir şarkı seçin.",
  );
  const row = await app.deps.db.read.select().from(tracks).where(eq(tracks.uri, creep!.uri)).get();
  assert.deepEqual(
    [row!.explicit, row!.folded, row!.songKey],
    [true, " creep | radiohead ", "creep|radiohead"],
  );
});

async function search(app: TestApp, ownerId: string, term: string): Promise<Found[]> {
  const query = new URLSearchParams({ ownerId, term });
  return await app.ok("GET", `/api/music/search?${query}`);
}
