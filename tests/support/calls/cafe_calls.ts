// The calls of cafes, their rules, requests, evenings and money, each as it succeeds.
import { cafeDay, dateOfCafeDay } from "../../../db/evenings/cafe_day.ts";
import { updateCafe } from "../../../db/people/cafes.ts";
import { listPayouts } from "../../../db/money/payouts.ts";
import { closePeriod } from "../../../server/payouts/closing.ts";
import { queueUp, search } from "../people/cafe_evening.ts";
import { setRules } from "../people/house.ts";
import { HOLDER, IBAN } from "../people/payees.ts";
import { playedSong, playOwnMusic } from "../people/plays.ts";
import { decide, draft, newGuest, queueOf, submit } from "../people/requests.ts";
import { admin, everyone, owner, type PreparedCafe, team } from "./row.ts";

const PROFILE = { name: "Kafe Deneme", iban: IBAN, accountHolderName: HOLDER };

export const CAFE_CALLS = {
  "GET /api/cafes/me": team(200),
  "GET /api/cafes/:cafeId": everyone(200, ({ owner: { cafeId } }) => ({ param: cafeId })),
  "GET /api/cafes/:cafeId/now": everyone(200, async ({ app, owner: { cafeId, ownerId } }) => {
    const { playing } = await (await app.call("GET", `/api/cafes/${cafeId}/now`)).json();
    if (!playing) await playOwnMusic(app.deps, ownerId);
    return { param: cafeId };
  }),
  "POST /api/cafes": owner(200, { body: PROFILE }),
  "PUT /api/cafes/first-steps": owner(204, { body: { step: "printed" } }),
  "GET /api/house": owner(200),
  "GET /api/house/week": owner(200),
  "PUT /api/house": owner(200, { body: { requests: "open" } }),
  // The table's other calls go on asking for songs.
  "PUT /api/house/pause": team(200, { body: { until: null } }),
  "GET /api/blocks": owner(200, async (cafe) => {
    await blocked(cafe);
    return {};
  }),
  "DELETE /api/blocks/:id": owner(204, async (cafe) => ({ param: (await blocked(cafe))[0]._id })),
  "GET /api/tables": owner(200),
  "POST /api/tables": owner(201, { body: { labels: ["Masa 1"] } }),
  "POST /api/tables/renew": owner(200),
  "DELETE /api/tables/:id": owner(204, async ({ app, owner: { token } }) => {
    const body = { labels: ["Bar"] };
    const tables = await (await app.call("POST", "/api/tables", { token, body })).json();
    return { param: tables.find(({ label }: { label: string }) => label === "Bar")._id };
  }),
  "GET /api/requests": team(200, async ({ app, owner: { ownerId, token } }) => {
    const requests = await (await app.call("GET", "/api/requests", { token })).json();
    if (requests.length === 0) await submit(app, ownerId);
    return {};
  }),
  "GET /api/requests/mine": everyone(200, ({ cookie, owner: { ownerId } }) => ({
    cookie,
    query: `?ownerId=${ownerId}`,
  })),
  "GET /api/requests/queue/:ownerId": everyone(200, async ({ app, owner }) => {
    if ((await queueOf(app, owner.ownerId)).length === 0) await queueUp(app, owner, [5, 10]);
    return { param: owner.ownerId };
  }),
  "POST /api/requests": everyone(201, ({ owner: { ownerId } }) => ({ body: draft(ownerId) })),
  "POST /api/requests/own": team(201, async ({ app }) => {
    const [song] = await search(app, "a");
    const { title: songTitle, artist, albumArt, uri } = song!;
    return { body: { songTitle, artist, albumArt, uri } };
  }),
  // Rejected, so that the queue stays as long as it is.
  "PUT /api/requests/:id": team(200, async (cafe) => ({
    ...await pending(cafe),
    body: { status: "rejected" },
  })),
  "PUT /api/requests/:id/received": team(200, async (cafe) => {
    const { app, owner } = cafe;
    await setRules(app, owner, { tips: "till" });
    const request = await pending(cafe);
    await setRules(app, owner, { tips: "platform" });
    return { ...request, body: { received: true } };
  }),
  "PUT /api/requests/:id/first": team(200, async ({ app, owner }) => {
    if ((await queueOf(app, owner.ownerId)).length === 0) await queueUp(app, owner, [5, 10]);
    const last = (await queueOf(app, owner.ownerId)).at(-1)!;
    return { param: last._id, body: { first: true } };
  }),
  "POST /api/requests/:id/block": team(200, ofGuest),
  "POST /api/requests/:id/undo": team(200, rejected),
  "POST /api/requests/decide": team(200, async (cafe) => ({
    body: { ids: [(await pending(cafe)).param], status: "rejected" },
  })),
  "POST /api/requests/undo": team(200, async (cafe) => ({
    body: { ids: [(await rejected(cafe)).param] },
  })),
  "POST /api/requests/:id/tips": everyone(201, async (cafe) => ({
    ...await pending(cafe),
    cookie: cafe.cookie,
    body: { tipAmount: 5 },
  })),
  "DELETE /api/requests/:id": everyone(204, ofGuest),
  "GET /api/payouts": owner(200),
  "GET /api/payouts/summary": owner(200),
  "GET /api/payouts/history.csv": owner(200),
  "GET /api/payouts/earnings": owner(200),
  "GET /api/payouts/till": owner(200),
  "GET /api/payouts/till/songs": owner(200),
  "GET /api/admin/payouts": admin(200),
  "GET /api/admin/payouts/pending.csv": admin(200),
  "GET /api/admin/payouts/paid": admin(200),
  "PUT /api/admin/payouts/:payoutId/paid": admin(200, async (cafe) => ({
    ...await payout(cafe),
    body: { iban: IBAN, accountHolderName: HOLDER },
  })),
  "DELETE /api/admin/payouts/:payoutId/paid": admin(200, payout),
  // Of one day, because the lists have a row for each day or song.
  "GET /api/evenings": owner(200, (cafe) => ({ query: `?from=${today(cafe)}` })),
  "GET /api/evenings.csv": owner(200, (cafe) => ({ query: `?from=${today(cafe)}` })),
  "GET /api/plays.csv": owner(200, (cafe) => ({ query: `?from=${today(cafe)}` })),
  "GET /api/evenings/letter": owner(200),
  "PUT /api/evenings/letter": owner(200, { body: { on: false } }),
  "GET /api/evenings/:date": owner(200, async (cafe) => {
    const { app, owner: { ownerId, token } } = cafe;
    const date = today(cafe);
    const evening = await app.call("GET", `/api/evenings/${date}`, { token });
    await evening.body?.cancel();
    if (evening.status === 404) await submit(app, ownerId);
    return { param: date };
  }),
  "GET /api/cafes/:cafeId/played": everyone(200, ({ owner: { cafeId } }) => ({ param: cafeId })),
};

function today({ app }: PreparedCafe): string {
  return dateOfCafeDay(cafeDay(app.clock.now()));
}

/** A request that waits for a decision. */
async function pending({ app, owner: { ownerId } }: PreparedCafe) {
  return { param: (await submit(app, ownerId))._id };
}

/** A request of a new guest that waits for a decision. */
async function ofGuest({ app, owner: { ownerId } }: PreparedCafe) {
  const cookie = await newGuest(app);
  const call = { headers: { cookie }, body: draft(ownerId) };
  const { _id } = await (await app.call("POST", "/api/requests", call)).json();
  return { cookie, param: _id as string };
}

/** The cafe's blocks, of which there is one at least. */
async function blocked(cafe: PreparedCafe) {
  const { app, owner: { token } } = cafe;
  const { param } = await ofGuest(cafe);
  await app.call("POST", `/api/requests/${param}/block`, { token });
  return await (await app.call("GET", "/api/blocks", { token })).json();
}

/** A request that was rejected just now. */
async function rejected(cafe: PreparedCafe) {
  const { param } = await pending(cafe);
  await decide(cafe.app, cafe.owner.token, param, "rejected");
  return { param };
}

/** The cafe's last payout. */
async function payout({ app: { deps, clock }, owner: { ownerId } }: PreparedCafe) {
  const [last] = await listPayouts(deps.db, ownerId);
  if (last) return { param: last.id };
  await updateCafe(deps.db, ownerId, PROFILE);
  await playedSong(deps, ownerId, 1050, clock.now());
  clock.pass(1000);
  return { param: (await closePeriod(deps, clock.now()))[0]!.id };
}
