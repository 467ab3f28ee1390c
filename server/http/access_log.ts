// Logs one line for each request, without secrets; that of a refusal says whom it concerns (docs/security.md#log).
import { getLogger, type LogRecord } from "@logtape/logtape";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./caller.ts";

/** No path of the product is longer, so the log keeps only this much. */
const MAX_PATH_CHARS = 200;

const log = getLogger(["siradaki", "access"]);
/** LogTape takes a record that names its category as it is, and copies one that does not. */
const { category } = log;

/** Logs each answer at `info`, without the query string and the secret parts of a path. `now` is in epoch ms. */
export const accessLog = (now: () => number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (!log.isEnabledFor("info")) return await next();
    const started = performance.now();
    await next();
    const { req: { method }, res: { status }, var: { refusal } } = c;
    const requestId = requestIdOf(c);
    const path = loggedPath(c);
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    // `info` would look for names in the message.
    const record: LogRecord = {
      category,
      level: "info",
      timestamp: now(),
      message: [`${method} ${path} ${status}`],
      rawMessage: "{method} {path} {status}",
      properties: { requestId, method, path, status, durationMs, ...refusal },
    };
    log.emit(record);
  });

/** What a token may be, also in an address that a mail program has mangled: 43 letters, or most of them. */
const TOKEN = /[\w-]{30,}/g;

/** The path as the log may show it. The token of a link in a letter is replaced, since it sets a password. */
export function loggedPath(c: Context): string {
  return c.req.path.slice(0, MAX_PATH_CHARS)
    .replace(/(\/(?:reset-password|join)\/+)[^/]+/i, "$1:token")
    .replace(TOKEN, ":token");
}

/** The id that joins the lines of one request. It is made when the first of them is written. */
export function requestIdOf(c: Context<AppEnv>): string {
  const known = c.get("requestId");
  if (known) return known;
  const id = crypto.randomUUID();
  c.set("requestId", id);
  return id;
}
