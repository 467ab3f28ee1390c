// One line in the log for each request: who asked what, how it ended, how long it took. Never a secret.
import { getLogger } from "@logtape/logtape";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./env.ts";

/** A path longer than this was made up; the log keeps its beginning. */
const MOST_PATH_CHARS = 200;

const log = getLogger(["siradaki", "access"]);

/** Logs each answer at `info`. The query string and the secret parts of a path stay out. */
export const accessLog = createMiddleware<AppEnv>(async (c, next) => {
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

/** The path as the log may keep it: the token of a reset link is as good as a password. */
export function loggedPath(c: Context): string {
  return c.req.path.slice(0, MOST_PATH_CHARS)
    .replace(/(\/reset-password\/+)[^/]+/i, "$1:token");
}
