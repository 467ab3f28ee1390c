// Logs one line for each request, without secrets; that of a refusal says whom it concerns (docs/security.md#log).
import { getLogger } from "@logtape/logtape";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./caller.ts";

/** No path of the product is longer, so the log keeps only this much. */
const MAX_PATH_CHARS = 200;

const log = getLogger(["siradaki", "access"]);

/** Logs each answer at `info`, without the query string and the secret parts of a path. `now` is in epoch ms. */
export const accessLog = (now: () => number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!log.isEnabledFor("info")) return await next();
    const started = performance.now();
    await next();
    const { req: { method }, res: { status }, var: { requestId, refusal } } = c;
    const path = loggedPath(c);
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    // `emit` takes the record as it is; `info` would copy it and look for names in its message.
    log.emit({
      level: "info",
      timestamp: now(),
      message: [`${method} ${path} ${status}`],
      rawMessage: "{method} {path} {status}",
      properties: { requestId, method, path, status, durationMs, ...refusal },
    });
  });

/** The path as the log may show it. The token of a link in a letter is replaced, since it sets a password. */
export function loggedPath(c: Context): string {
  return c.req.path.slice(0, MAX_PATH_CHARS)
    .replace(/(\/(?:reset-password|join)\/+)[^/]+/i, "$1:token");
}
