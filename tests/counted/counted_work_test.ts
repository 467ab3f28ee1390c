// What calls cost the database, counted instead of timed, so that a busy machine changes nothing (docs/performance.md).
import { strict as assert } from "node:assert";
import { CALLS, JOBS, type Step } from "../../tools/bench/growth/calls.ts";
import { type GrownCafe, grownCafe } from "../../tools/bench/growth/grown_cafe.ts";
import type { HouseRulesChange } from "../../server/contract/house.ts";
import { type Work, workOf } from "../support/db/work.ts";
import { setRules, showSongs } from "../support/people/house.ts";
import { anyAddress, draft, newGuest, submit } from "../support/people/requests.ts";

/**
 * Programs and steps of each call at a cafe with 20 songs in its queue. Change a row by hand, and say in the commit why it
 * changes: what a feature adds here, every cafe pays.
 */
const RECORDED: Record<string, Work> = {
  "GET /api/requests/queue/:ownerId": { programs: 1, steps: 7 },
  "queue after a change": { programs: 4, steps: 1032 },
  "GET /api/cafes/:cafeId/now": { programs: 1, steps: 7 },
  "GET /api/cafes/:cafeId": { programs: 1, steps: 102 },
  "page of the cafe, to a new guest": { programs: 2, steps: 14 },
  "page of the cafe, to a guest without requests": { programs: 3, steps: 49 },
  "page of the cafe, to a guest with requests": { programs: 6, steps: 1597 },
  "page of the cafe, after a change": { programs: 8, steps: 27179 },
  "GET /api/music/suggestions": { programs: 1, steps: 7 },
  "GET /api/music/search": { programs: 1, steps: 1091 },
  "GET /api/requests/mine": { programs: 4, steps: 1583 },
  "POST /api/requests": { programs: 7, steps: 478 },
  "POST /api/requests/:id/tips": { programs: 9, steps: 527 },
  "DELETE /api/requests/:id": { programs: 4, steps: 371 },
  "GET /api/requests": { programs: 3, steps: 3283 },
  "PUT /api/requests/:id": { programs: 8, steps: 602 },
  "POST /api/requests/decide": { programs: 7, steps: 531 },
  "POST /api/requests/undo": { programs: 8, steps: 622 },
  "PUT /api/requests/:id/first": { programs: 7, steps: 4258 },
  "POST /api/requests/own": { programs: 11, steps: 723 },
  "GET /api/cafes/me": { programs: 5, steps: 172 },
  "GET /api/spotify/player": { programs: 4, steps: 135 },
  "GET /api/playback": { programs: 7, steps: 365 },
  "POST /api/requests/play-next": { programs: 35, steps: 1972 },
  "POST /api/playback/skip": { programs: 51, steps: 2440 },
  "GET /api/player/current": { programs: 6, steps: 278 },
  "POST /api/player/report": { programs: 11, steps: 454 },
  "POST /api/auth/login": { programs: 4, steps: 168 },
  "POST /api/auth/renew": { programs: 2, steps: 177 },
  "GET /api/payouts/summary": { programs: 4, steps: 90 },
  "every 20 seconds: expiring": { programs: 1, steps: 17 },
};

/** The same at a cafe with every rule. The difference is what rules cost, and cafes without them do not pay it. */
const RECORDED_WITH_RULES: Record<string, Work> = {
  "POST /api/requests, with every rule": { programs: 7, steps: 2086 },
  "POST /api/requests, refused by a rule": { programs: 5, steps: 1597 },
  "POST /api/requests, with a dedication": { programs: 8, steps: 2275 },
};

/** How far the steps may be from what is recorded. Programs have to be equal. */
const TOLERANCE = 0.05;

/** Every rule that a request can be held to, none of which refuses the requests below. */
const EVERY_RULE: HouseRulesChange = {
  explicit: "refused",
  blockedWords: ["horon"],
  longestMinutes: 15,
  perGuest: 10,
  perHour: 20,
  artistMinutes: 5,
  repeatMinutes: 15,
  dedications: true,
};

const STEPS: Record<string, Step> = {
  ...CALLS,
  ...JOBS,
  "page of the cafe, to a new guest": ({ app, owner }) => () =>
    read(app.fetch(`/cafe/${owner.cafeId}`)),
  "page of the cafe, to a guest without requests": async ({ app, owner }) => {
    const cookie = await newGuest(app);
    return () => read(app.fetch(`/cafe/${owner.cafeId}`, { headers: { cookie } }));
  },
  "page of the cafe, to a guest with requests": (cafe) => () =>
    read(cafe.app.fetch(`/cafe/${cafe.owner.cafeId}`, { headers: { cookie: cafe.cookie } })),
  "page of the cafe, after a change": async ({ app, owner }) => {
    await submit(app, owner.ownerId);
    return () => read(app.fetch(`/cafe/${owner.cafeId}`));
  },
  "queue after a change": async ({ app, owner }) => {
    await submit(app, owner.ownerId);
    return () => read(app.call("GET", `/api/requests/queue/${owner.ownerId}`));
  },
};

let last = 0;

/** Sends a request for a song that was not sent before, at a cafe with rules. */
async function newSong(
  { app, owner }: GrownCafe,
  title: string,
  status: number,
  changes: Record<string, unknown> = {},
) {
  const song = { uri: `spotify:track:${String(++last).padStart(22, "0")}`, artist: `Kişi ${last}` };
  await showSongs(app, { ...song, title });
  const body = draft(owner.ownerId, { ...song, songTitle: title, ...changes });
  return async () => {
    const answer = await app.call("POST", "/api/requests", { body, address: anyAddress() });
    assert.equal(answer.status, status, await answer.text());
    await app.idle();
  };
}

const WITH_RULES: Record<string, Step> = {
  "POST /api/requests, with every rule": (cafe) => newSong(cafe, "Gülpembe", 201),
  "POST /api/requests, refused by a rule": (cafe) => newSong(cafe, "Horon", 409),
  "POST /api/requests, with a dedication": (cafe) =>
    newSong(cafe, "Gülpembe", 201, { dedication: { to: "Ayşe", wish: 1 } }),
};

Deno.test("each call runs as many programs and steps of SQLite as are recorded for it", async () => {
  await using cafe = await grownCafe(300);
  const counted: Record<string, Work> = {};
  for (const what of Object.keys(RECORDED)) counted[what] = await counts(cafe, STEPS[what]!);
  await using strict = await grownCafe(300);
  await setRules(strict.app, strict.owner, EVERY_RULE);
  for (const [what, step] of Object.entries(WITH_RULES)) {
    counted[what] = await counts(strict, step);
  }
  const recorded: Record<string, Work> = { ...RECORDED, ...RECORDED_WITH_RULES };
  const wrong = Object.entries(counted).flatMap(([what, { programs, steps }]) => {
    const was = recorded[what]!;
    const isAsRecorded = programs === was.programs &&
      Math.abs(steps - was.steps) <= TOLERANCE * was.steps;
    if (isAsRecorded) return [];
    return [
      `${what}: ${programs} programs, ${steps} steps; ${was.programs}, ${was.steps} recorded`,
    ];
  });
  assert.deepEqual(wrong, []);
});

Deno.test("no call, and no job, costs the database more after twice as many played songs", async () => {
  // Of 96 a day: more than the 30 days that the screens of the panel show at most.
  await using few = await grownCafe(3_000, 15);
  await using many = await grownCafe(6_000, 15);
  const grown: Record<string, [few: number, many: number]> = {};
  for (const [what, step] of Object.entries({ ...CALLS, ...JOBS })) {
    const [before, after] = [(await counts(few, step)).steps, (await counts(many, step)).steps];
    // One session more is some 200 steps; 3 000 songs more would be 3 000 at least, and 9 000 if they are read.
    if (after > before * (1 + TOLERANCE) + 1_000) grown[what] = [before, after];
  }
  assert.deepEqual(grown, {});
});

async function counts(cafe: GrownCafe, step: Step): Promise<Work> {
  // The first time, statements are prepared and what later calls find in memory is read.
  await (await step(cafe))();
  await quiet(cafe);
  const call = await step(cafe);
  await quiet(cafe);
  return await workOf(cafe.app.deps.db, call);
}

/** Resolves when nothing goes on that was begun before. */
async function quiet({ app }: GrownCafe): Promise<void> {
  await app.idle();
  await app.deps.library.idle();
  // What no answer waits for is committed in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
}

async function read(answer: Promise<Response>): Promise<void> {
  const { status, body } = await answer;
  await body?.cancel();
  assert.ok(status < 300, `${status}`);
}
