// What must not compile: `deno check` fails if one of the expected errors is missing.
import { strict as assert } from "node:assert";
import { addressOf } from "../../../client/lib/calls.ts";
import { call } from "../../../client/lib/http.ts";
import type { Api } from "../../../client/panel/api.ts";

Deno.test("addressOf fills in parameters and the query, encoded", () => {
  assert.equal(
    addressOf("GET /api/requests/queue/:ownerId", { params: { ownerId: "a/b" } }),
    "/api/requests/queue/a%2Fb",
  );
  assert.equal(
    addressOf("GET /api/realtime", { query: { ownerId: "a&b" } }),
    "/api/realtime?ownerId=a%26b",
  );
  assert.equal(addressOf("GET /api/payouts/earnings"), "/api/payouts/earnings");
});

/** Never called. */
export async function wrongCalls(api: Api) {
  // @ts-expect-error: there is no such path
  await call("GET /api/nowhere");
  // @ts-expect-error: the path has another method
  await call("PUT /api/requests");
  // @ts-expect-error: the call needs a login
  await call("GET /api/cafes/me");
  // @ts-expect-error: the call is open to everyone
  await api("POST /api/auth/login", { body: { email: "", password: "" } });
  // @ts-expect-error: a browser goes there, a script cannot fetch it
  await call("GET /api/spotify/login");
  // @ts-expect-error: the parameter is missing
  await call("GET /api/cafes/:cafeId");
  // @ts-expect-error: the parameter has another name
  await call("GET /api/cafes/:cafeId", { params: { id: "" } });
  // @ts-expect-error: the query is missing
  await call("GET /api/requests/mine");
  // @ts-expect-error: the body lacks a field
  await call("POST /api/auth/login", { body: { email: "" } });
  // @ts-expect-error: the body's field has another type
  await api("PUT /api/requests/:id", { params: { id: "" }, body: { status: "pending" } });
  // @ts-expect-error: the call takes no body
  await api("POST /api/playback/pause", { body: {} });
  // @ts-expect-error: a file has to be asked for as a file
  await api("GET /api/payouts/history.csv");
  // @ts-expect-error: a file that is sent names its media type
  await api("PUT /api/music/list", { body: new Blob() });
  // @ts-expect-error: it is a file and no JSON
  await api("PUT /api/music/list", { body: { songs: [] }, media: "text/csv" });
  // @ts-expect-error: the answer has no such field
  (await call("GET /api/cafes/:cafeId", { params: { cafeId: "" } })).iban;
}
