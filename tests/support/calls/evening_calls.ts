// The calls of evenings, each as it succeeds.
import { cafeDay, dateOfCafeDay } from "../../../db/cafe_day.ts";
import { submit } from "../people/requests.ts";
import { everyone, owner, type PreparedCafe } from "./row.ts";

export const EVENING_CALLS = {
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
