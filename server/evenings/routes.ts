// /api/evenings, /api/plays.csv and /api/cafes/{cafeId}/played
import { EVENING_CALLS } from "../contract/evenings.ts";
import type { Deps } from "../deps.ts";
import { sendCsv } from "../http/text_tables.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { readEvening, readEvenings } from "./evenings.ts";
import { changeMorningLetter, readMorningLetter } from "./letter.ts";
import { readPlayed } from "./played.ts";
import { eveningsCsv, playsCsv } from "./tables.ts";

export function eveningRoutes(deps: Deps) {
  return serveCalls(deps, EVENING_CALLS, {
    "GET /api/evenings": ({ caller, query }) => readEvenings(deps, caller.ownerId, query),
    "GET /api/evenings.csv": async ({ c, caller, query }) =>
      sendCsv(deps, c, "aksamlar", await eveningsCsv(deps, caller.ownerId, query)),
    "GET /api/plays.csv": async ({ c, caller, query }) =>
      sendCsv(deps, c, "calanlar", await playsCsv(deps, caller.ownerId, query)),
    "GET /api/evenings/letter": ({ caller }) => readMorningLetter(deps, caller.ownerId),
    "PUT /api/evenings/letter": ({ caller, body }) =>
      changeMorningLetter(deps, caller.ownerId, body),
    "GET /api/evenings/:date": ({ caller, params }) =>
      readEvening(deps, caller.ownerId, params.date),
    "GET /api/cafes/:cafeId/played": async ({ params }) =>
      (await readPlayed(deps, params.cafeId)).songs,
  });
}
