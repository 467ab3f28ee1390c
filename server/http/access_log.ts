// Logs one line for each request, without secrets.
import { getLogger } from "@logtape/logtape";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./env.ts";

/** No path of the product is longer, so the log keeps only this much. */
const MAX_PATH_CHARS = 200;

const log = getLogger(["siradaki", "access"]);

/** Logs each answer at `info`, without the query string and the secret parts of a path. */
export const accessLog = createMiddleware<AppEnv>(async (c, next) => {
  if (!log.isEnabledFor("info")) return await next();
  const started = performance.now();
  await next();
  log.info("{method} {path} {status}", {
    requestId: c.var.requestId,
    method: c.req.method,
    path: loggedPath(c),
    status: c.res.status,
    durationMs: Math.round((performance.now() - started) * 10) / 10,
  });
});

/** The path as the log may show it. The token of a reset link is replaced, since it sets a password. */
export function loggedPath(c: Context): string {
  return c.req.path.slice(0, MAX_PATH_CHARS)
    .replace(/(\/reset-password\/+)[^/]+/i, "$1:token");
}
