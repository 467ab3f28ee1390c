// Every call of the OpenAPI document, once: who may make it, and how it is made so that it succeeds.
import { methodAndPath } from "../../../server/contract/call.ts";
import type { CallName } from "../../../server/contract/calls.ts";
import { createOwnerWithPassword } from "../people/accounts.ts";
import { createAdmin } from "../people/factories.ts";
import { newGuest } from "../people/requests.ts";
import { testApp } from "../start/test_app.ts";
import { ACCOUNT_CALLS } from "./account_calls.ts";
import { CAFE_CALLS } from "./cafe_calls.ts";
import { MUSIC_CALLS } from "./music_calls.ts";
import type { PreparedCafe, Row, Sent } from "./row.ts";

export const ROWS: Record<CallName, Row> = {
  ...ACCOUNT_CALLS,
  ...CAFE_CALLS,
  ...MUSIC_CALLS,
};

/** A cafe in an app of its own, whose calls are not limited. */
export async function preparedCafe(): Promise<PreparedCafe & AsyncDisposable> {
  const app = await testApp({ RATE_LIMITS: "off" });
  return {
    app,
    owner: await createOwnerWithPassword(app),
    admin: (await createAdmin(app.deps)).token,
    cookie: await newGuest(app),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** The address, at APP_ORIGIN, and the rest of a call of this name. */
export function requestOf(
  { app }: PreparedCafe,
  name: string,
  { param = "", query = "", token, cookie, headers, body }: Sent,
): [address: string, init: RequestInit] {
  const [method, path] = methodAndPath(name);
  return [
    app.deps.config.appOrigin + path.replace(/:\w+/, () => param) + query,
    {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { "x-auth-token": token }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      body: typeof body === "object" && !(body instanceof Blob) ? JSON.stringify(body) : body,
    },
  ];
}
