// Serves described calls (contract/call.ts): checks who calls and what arrives, runs the handler, sends its answer.
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode, StatusCode } from "hono/utils/http-status";
import type { LoginClaim } from "../../db/people/login_claims.ts";
import { readLoginClaim, type TokenDeps, verifyToken } from "../auth/tokens.ts";
import { type LoginAccess, mayCall } from "../contract/access.ts";
import {
  type Answer,
  type Calls,
  methodAndPath,
  type Params,
  type Received,
  statusOf,
} from "../contract/call.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { AppEnv, Caller, CallerWith } from "./caller.ts";
import { fileReader, jsonReader, queryReader } from "./validate.ts";

const TOKEN_HEADER = "x-auth-token";

/** Whether a call that is open to everyone comes from the panel. Its login is not checked here, so it proves nothing. */
export function isFromPanel(c: Context): boolean {
  return c.req.header(TOKEN_HEADER) !== undefined;
}

/** Who calls what is open to everyone, if the login that comes with the call is good. */
export async function callerIfAny(
  deps: TokenDeps,
  c: Context<AppEnv>,
): Promise<Caller | undefined> {
  if (!isFromPanel(c)) return undefined;
  try {
    const caller = await verifyToken(deps, c.req.header(TOKEN_HEADER) ?? "");
    c.set("caller", caller);
    return caller;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** What the login token claims, for a handler that confirms it. */
export async function readClaim(deps: TokenDeps, c: Context): Promise<LoginClaim | undefined> {
  c.header("Cache-Control", "no-store");
  return await readLoginClaim(deps, c.req.header(TOKEN_HEADER) ?? "");
}

/** @throws DomainError `unauthenticated` without a valid token, `forbidden` for another role */
async function authenticate(
  deps: TokenDeps,
  c: Context<AppEnv>,
  access: LoginAccess,
): Promise<Caller> {
  c.header("Cache-Control", "no-store");
  const caller = await verifyToken(deps, c.req.header(TOKEN_HEADER) ?? "");
  c.set("caller", caller);
  if (!mayCall(caller.role, access)) throw new DomainError("forbidden");
  return caller;
}

const JSON_TYPE = { "Content-Type": "application/json" };

/** What the handler of call `C` gets. */
interface Incoming<Name, C> {
  c: Context<AppEnv>;
  params: Params<Name>;
  caller: C extends { access: infer A extends LoginAccess } ? CallerWith<A> : undefined;
  query: Received<C, "query">;
  body: Received<C, "body">;
}

/** Returns the answer that the call describes, or a Response, which is sent as it is. */
type Handler<Name, C> = (
  incoming: Incoming<Name, C>,
) => Answer<C> | Response | Promise<Answer<C> | Response>;

/**
 * Confirms the login in the commit that it makes, which saves a round trip, and fails with `unauthenticated` if
 * the login has ended.
 */
interface ConfirmingHandler<Name, C> {
  confirms(
    incoming: Omit<Incoming<Name, C>, "caller"> & { claim: LoginClaim },
  ): Promise<Answer<C>>;
}

/** One handler for each call. */
export type Handlers<T extends Calls> = {
  [Name in keyof T]:
    | Handler<Name, T[Name]>
    | (T[Name] extends { access: "team" | "login" } ? ConfirmingHandler<Name, T[Name]> : never);
};

/** The routes of the described calls. They check in the order of docs/http.md#order-of-checks. */
export function serveCalls<T extends Calls>(
  deps: Deps,
  calls: T,
  handlers: Handlers<T>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const [name, call] of Object.entries(calls)) {
    // The types above hold for the callers of this function; here each call is any call.
    const handler = handlers[name as keyof T] as
      | Handler<string, unknown>
      | ConfirmingHandler<string, unknown>;
    const [method, path] = methodAndPath(name);
    const readQuery = call.query && queryReader(call.query);
    const readBody = call.body
      ? jsonReader(call.body, call.bodyOptional)
      : call.upload && fileReader(call.upload);
    // Most calls have neither, and to wait for nothing takes a turn of the queue of promises.
    const receive = async <Who>(c: Context<AppEnv>, who: Who) => ({
      ...who,
      c,
      params: c.req.param(),
      query: readQuery && await readQuery(c),
      body: readBody && await readBody(c),
    });
    const authenticated = async (c: Context<AppEnv>, handle: Handler<string, unknown>) => {
      const caller = call.access === "everyone"
        ? undefined
        : await authenticate(deps, c, call.access);
      return await handle(await receive(c, { caller }) as Incoming<string, unknown>);
    };
    const confirmed = async (
      c: Context<AppEnv>,
      { confirms }: ConfirmingHandler<string, unknown>,
    ) => {
      try {
        const claim = await readClaim(deps, c);
        if (!claim) throw new DomainError("unauthenticated");
        return await confirms(await receive(c, { claim }) as Parameters<typeof confirms>[0]);
      } catch (error) {
        // A refusal of the login comes before any other refusal.
        if (error instanceof DomainError) await authenticate(deps, c, call.access as LoginAccess);
        throw error;
      }
    };
    app.on(method, path, async (c) => {
      const answer = "confirms" in handler
        ? await confirmed(c, handler)
        : await authenticated(c, handler);
      if (answer instanceof Response) return answer;
      const status = statusOf(call);
      if (answer === undefined) return c.body(null, status as StatusCode);
      // Other calls have had their effect, so their answers are not refused.
      if (method !== "GET") return c.json(answer, status as ContentfulStatusCode);
      return deps.answers.send(
        c,
        JSON.stringify(answer),
        status as ContentfulStatusCode,
        JSON_TYPE,
      );
    });
  }
  return app;
}
