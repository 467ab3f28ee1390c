// Turns a thrown error into its answer (docs/http.md#errors).
import { getLogger } from "@logtape/logtape";
import type { Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { unavailability } from "../../db/connection/errors.ts";
import type { Config } from "../config.ts";
import { DomainError } from "../errors.ts";
import { keptFor } from "../once.ts";
import { loggedPath, requestIdOf } from "./access_log.ts";
import type { AppEnv } from "./caller.ts";
import { ERROR_TABLE, errorBody, NEED_CODE } from "./error_table.ts";
import { commonHeaders } from "./security_headers.ts";

/** For `Retry-After`, if the database is busy. */
const DATABASE_RETRY_S = 2;

const log = getLogger(["siradaki", "http"]);

/** The app's `onError`. An unknown error is logged, and the caller gets one fixed sentence. */
export function onError(thrown: Error, c: Context<AppEnv>): Response {
  const error = toDomainError(thrown);
  if (error.code === "internal" || error.code === "database_unavailable") {
    log.error("Cannot answer {method} {path}: {error}", {
      requestId: requestIdOf(c),
      method: c.req.method,
      path: loggedPath(c),
      error: thrown,
    });
  }
  return errorAnswer(c, error);
}

/** The answer for a DomainError, which the access log then says. */
function errorAnswer(c: Context<AppEnv>, error: DomainError): Response {
  const { retryAfterS, allow, waitingId, accountId } = error.detail;
  const caller = c.get("caller");
  c.set("refusal", {
    code: error.code,
    accountId: accountId ?? caller?.accountId,
    role: caller?.role,
  });
  const seconds = retryAfterS === undefined ? undefined : Math.max(1, Math.ceil(retryAfterS));
  if (seconds !== undefined) c.header("Retry-After", String(seconds));
  if (allow) c.header("Allow", allow.join(", "));
  if (waitingId !== undefined) c.header("Waiting-Request", waitingId);
  // For clients that do not read the code yet.
  if (NEED_CODE.includes(error.code)) c.header("Second-Factor", "required");
  return c.json(errorBody(error, seconds), ERROR_TABLE[error.code][0]);
}

function toDomainError(thrown: Error): DomainError {
  if (thrown instanceof DomainError) return thrown;
  // drizzle wraps the errors of reads, so the cause has to be found.
  if (unavailability(thrown)) {
    return new DomainError("database_unavailable", { retryAfterS: DATABASE_RETRY_S }, {
      cause: thrown,
    });
  }
  return new DomainError("internal", {}, { cause: thrown });
}

// Answers unknown paths with 404, and known paths with another method with 405.

/** Answers `method_not_allowed` with the methods that the path has, or `path_not_found`. */
export function refuseUnknown(app: Hono<AppEnv>, c: Context<AppEnv>): Response {
  const allow = methodsOf(app, c.req.path);
  // Returned, not thrown: an error thrown here would skip the middleware that sets the headers.
  return errorAnswer(
    c,
    allow.length > 0
      ? new DomainError("method_not_allowed", { allow })
      : new DomainError("path_not_found"),
  );
}

/** The address without the trailing slash of its path if a page has that path, else undefined. */
export function withoutSlash(app: Hono<AppEnv>, c: Context): string | undefined {
  const { path, method } = c.req;
  const shorter = path.replace(/\/$/, "");
  if (shorter === path || !methodsOf(app, shorter).includes(method)) return undefined;
  // As it was sent: the decoded path may have characters that no header can have.
  const { pathname, search } = new URL(c.req.url);
  return pathname.replace(/\/$/, "") + search;
}

function methodsOf(app: Hono<AppEnv>, path: string): string[] {
  const methods = app.routes
    .filter((route) => route.method !== "ALL" && matches(route.path, path))
    .flatMap((route) => route.method === "GET" ? ["GET", "HEAD"] : [route.method]);
  return [...new Set(methods)];
}

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split("/");
  const given = path.split("/");
  return parts.length === given.length &&
    parts.every((part, i) => part.startsWith(":") ? given[i] !== "" : part === given[i]);
}

// Refuses requests whose address is no URL, or whose host is not ours (docs/http.md#hosts).

/** The ends of names that are in no public DNS, so that no stranger can have one (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE_NAME = /\.(localhost|local|test|internal|home\.arpa|home|lan)$/;
/** After it come spaces of a malformed target, which would be left out. */
const ORIGIN = /^\w+:\/\/[^/]*/;

/**
 * A page of another site could have its own name lead to this machine, and then read what is answered as its own (DNS
 * rebinding). So a name from the public DNS has to be one of the configured ones.
 */
export function isOwnHost(
  hostname: string,
  { appOrigin, guestOrigin }: Pick<Config, "appOrigin" | "guestOrigin">,
): boolean {
  // A dot at the end names the same host.
  const name = hostname.replace(/\.$/, "");
  return !name.includes(".") || name.startsWith("[") || /^[\d.]+$/.test(name) ||
    PRIVATE_NAME.test(name) ||
    [appOrigin, guestOrigin ?? appOrigin].some((origin) => new URL(origin).hostname === name);
}

/**
 * What comes after it may read `c.req.url` as a URL (RFC 9112, 3.2). With a `remote` database any host may be asked for: such
 * a server is reached by whom it is for, by names that its platform chooses.
 * @throws DomainError `invalid_input`, `foreign_host`
 */
export function requireHost(
  config: Pick<Config, "appOrigin" | "guestOrigin">,
  { remote }: { remote: boolean },
) {
  // A path may be anything, and most requests are for the same host.
  const refusal = keptFor((origin: string) => {
    if (!URL.canParse(origin)) return "invalid_input";
    return remote || isOwnHost(new URL(origin).hostname, config) ? undefined : "foreign_host";
  });
  return createMiddleware<AppEnv>((c, next) => {
    const [origin] = ORIGIN.exec(c.req.url) ?? [c.req.url];
    const code = refusal(`${origin}/`);
    if (code) throw new DomainError(code);
    return next();
  });
}

// Refusals without the app: while the server stops, and for an error that the app did not catch.

/** The answer for a code, with the headers that the app's own answers have (docs/http.md#headers). */
export function bareRefusal(
  config: Pick<Config, "appOrigin">,
  code: "database_unavailable" | "internal",
  { retryAfterS, headers = {} }: { retryAfterS?: number; headers?: Record<string, string> } = {},
): Response {
  return Response.json(errorBody({ code, detail: {} }, retryAfterS), {
    status: ERROR_TABLE[code][0],
    headers: {
      ...commonHeaders(config),
      "Cache-Control": "no-store",
      ...retryAfterS !== undefined && { "Retry-After": String(retryAfterS) },
      ...headers,
    },
  });
}
