// Serves described calls (contract/call.ts): checks who calls and what arrives, runs the handler, sends its answer.
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode, StatusCode } from "hono/utils/http-status";
import type { Access } from "../contract/access.ts";
import {
  type Answer,
  type Calls,
  methodAndPath,
  type Params,
  type Received,
  statusOf,
} from "../contract/call.ts";
import type { Deps } from "../deps.ts";
import { authenticate } from "./authenticate.ts";
import type { CallerWith } from "./caller.ts";
import type { AppEnv } from "./env.ts";
import { jsonReader, queryReader } from "./validate.ts";

/** What the handler of call `C` gets. */
export interface Incoming<Name, C> {
  c: Context<AppEnv>;
  params: Params<Name>;
  caller: C extends { access: infer A extends Access } ? CallerWith<A> : undefined;
  query: Received<C, "query">;
  body: Received<C, "body">;
}

/** Returns the answer that the call describes, or a Response, which is sent as it is. */
export type Handler<Name, C> = (
  incoming: Incoming<Name, C>,
) => Answer<C> | Response | Promise<Answer<C> | Response>;

/** One handler for each call. */
export type Handlers<T extends Calls> = { [Name in keyof T]: Handler<Name, T[Name]> };

/** The routes of the described calls. They check in the order of docs/http.md#order-of-checks. */
export function serveCalls<T extends Calls>(
  deps: Deps,
  calls: T,
  handlers: Handlers<T>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const [name, call] of Object.entries(calls)) {
    // The types above hold for the callers of this function; here each call is any call.
    const handle = handlers[name as keyof T] as Handler<string, unknown>;
    const [method, path] = methodAndPath(name);
    const readQuery = call.query && queryReader(call.query);
    const readBody = call.body && jsonReader(call.body);
    app.on(method, path, async (c) => {
      const caller = call.access && await authenticate(deps, c, call.access);
      const query = await readQuery?.(c);
      const body = await readBody?.(c);
      const incoming = { c, params: c.req.param(), caller, query, body };
      const answer = await handle(incoming as Incoming<string, unknown>);
      if (answer instanceof Response) return answer;
      const status = statusOf(call);
      return answer === undefined
        ? c.body(null, status as StatusCode)
        : c.json(answer, status as ContentfulStatusCode);
    });
  }
  return app;
}
