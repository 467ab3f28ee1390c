// What plays at an empty queue by the hour of the day (docs/music.md#by-the-hour).
import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { findConductor } from "../../db/plays/conductors.ts";
import type { FallbackHour } from "../../db/schema/music.ts";
import { PLAYLISTS, shareLink } from "../../server/music/demo/catalogue.ts";
import { entryAt } from "../../server/contract/music_hours.ts";
import { startTurningFallbacks, turnFallbacks } from "../../server/music/settings.ts";
import { libraryCafe } from "../support/music/library_cafe.ts";
import { connectedOwner } from "../support/people/cafe_evening.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const HOUR_MS = 60 * 60_000;
const [ONE, OTHER] = PLAYLISTS;
const list = (playlist: typeof PLAYLISTS[number]) => ({
  kind: "playlist",
  url: shareLink(playlist),
});

async function put(app: TestApp, token: string, fallback: unknown) {
  const answer = await app.call("PUT", "/api/music", { token, body: { fallback } });
  return { status: answer.status, body: await answer.json() };
}

const presentOf = async (app: TestApp, ownerId: string) =>
  (await findConductor(app.deps.db, ownerId))?.fallbackTitle ?? null;

Deno.test("PUT /api/music takes entries by the hour, GET answers them, the earliest first, and one fallback ends them", async () => {
  await using app = await testApp();
  const { token, ownerId } = await connectedOwner(app);
  const { status, body } = await put(app, token, [
    { from: "22:00", fallback: list(OTHER!) },
    { from: "07:30", fallback: list(ONE!) },
    { from: "12:00", fallback: { kind: "none" } },
  ]);
  assert.equal(status, 200);
  const read = await app.ok("GET", "/api/music", { token });
  assert.deepEqual(read.fallback, body.fallback);
  assert.deepEqual(
    read.fallback.map((entry: { from: string; fallback: { kind: string; title?: string } }) => [
      entry.from,
      entry.fallback.kind,
      entry.fallback.title,
    ]),
    [
      ["07:30", "playlist", ONE!.name],
      ["12:00", "none", undefined],
      ["22:00", "playlist", OTHER!.name],
    ],
  );
  assert.equal((await put(app, token, list(ONE!))).body.fallback.title, ONE!.name);
  app.clock.pass(24 * HOUR_MS);
  await turnFallbacks(app.deps);
  assert.equal(await presentOf(app, ownerId), ONE!.name);
});

const NONE = { kind: "none" };
const WRONG: [what: string, fallback: unknown][] = [
  ["no entry", []],
  [
    "a seventh",
    ["00", "01", "02", "03", "04", "05", "06"].map((h) => ({ from: `${h}:00`, fallback: NONE })),
  ],
  ["the same time twice", [{ from: "10:00", fallback: NONE }, { from: "10:00", fallback: NONE }]],
  ["a time that there is not", [{ from: "24:00", fallback: NONE }]],
  ["a list in an entry", [{ from: "10:00", fallback: [{ from: "11:00", fallback: NONE }] }]],
];

for (const [what, fallback] of WRONG) {
  Deno.test(`PUT /api/music with ${what} is 400 and changes nothing`, async () => {
    await using app = await testApp();
    const { token } = await connectedOwner(app);
    await put(app, token, list(ONE!));
    assert.equal((await put(app, token, fallback)).status, 400);
    const read = await app.ok("GET", "/api/music", { token });
    assert.equal(read.fallback.title, ONE!.name);
  });
}

Deno.test("an entry holds until the next one, the last one over midnight, and the rooms hear of each", async () => {
  await using app = await testApp();
  const { token, ownerId } = await connectedOwner(app);
  // 20:00 in Istanbul.
  await put(app, token, [
    { from: "18:00", fallback: list(ONE!) },
    { from: "23:00", fallback: list(OTHER!) },
  ]);
  assert.equal(await presentOf(app, ownerId), ONE!.name);
  app.clock.pass(3 * HOUR_MS - 1);
  await turnFallbacks(app.deps);
  assert.equal(await presentOf(app, ownerId), ONE!.name);
  app.clock.pass(1);
  const job = startTurningFallbacks(app.deps);
  await job.stop();
  assert.equal(await presentOf(app, ownerId), OTHER!.name);
  app.clock.pass(18 * HOUR_MS);
  await turnFallbacks(app.deps);
  assert.equal(await presentOf(app, ownerId), OTHER!.name, "17:00 of the next day");
  app.clock.pass(HOUR_MS);
  await turnFallbacks(app.deps);
  assert.equal(await presentOf(app, ownerId), ONE!.name);
});

Deno.test("the cafe's own files: what plays ends, and what follows it is of the new hour", async () => {
  await using cafe = await libraryCafe({ songs: 3, fallback: true, auto: true });
  const { app, owner } = cafe;
  const lease = await cafe.hold();
  assert.notEqual((await cafe.current(lease)).next, null);
  const { status } = await put(app, owner.token, [
    { from: "06:00", fallback: { kind: "library" } },
    { from: "21:00", fallback: { kind: "none" } },
  ]);
  assert.equal(status, 200);
  assert.notEqual((await cafe.current(lease)).next, null);
  app.clock.pass(HOUR_MS);
  await turnFallbacks(app.deps);
  assert.equal((await cafe.current(await cafe.hold())).next, null);
});

Deno.test("at each moment one entry holds: the last that began, and the next turn is when another begins", () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 1, maxLength: 6 });
  const clock = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  fc.assert(fc.property(minutes, fc.integer({ min: 0, max: 4e12 }), (begins, now) => {
    const entries = begins.sort((a, b) => a - b).map((minute) => ({ from: clock(minute) }));
    const { entry, next, until } = entryAt(entries as FallbackHour[], now);
    assert.equal(next, entryAt(entries as FallbackHour[], until).entry);
    const minuteAt = (ms: number) => Math.floor(ms / 60_000 + 180) % 1440;
    const began = (minuteAt(now) - begins[entries.indexOf(entry)]! + 1440) % 1440;
    for (const other of begins) assert.ok((minuteAt(now) - other + 1440) % 1440 >= began);
    assert.ok(until > now && until - now <= 24 * HOUR_MS);
    assert.ok(begins.includes(minuteAt(until)) && until % 60_000 === 0);
  }));
});
