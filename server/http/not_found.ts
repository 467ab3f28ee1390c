// Answers unknown paths with 404, and known paths with another method with 405.
import type { Context, Hono } from "hono";
import { DomainError } from "../errors.ts";
import type { AppEnv } from "./env.ts";
import { errorAnswer } from "./on_error.ts";

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
