// The `Date` of answers after the clock was set back (docs/http.md#headers).
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./caller.ts";

/**
 * Says the time itself until the clock is again where it was at an earlier answer: the runtime keeps the text of its own
 * `Date` until the clock has passed it. `now` is in epoch ms.
 */
export function dateHeader(now: () => number) {
  let latestMs = 0;
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const nowMs = now();
    if (nowMs < latestMs) c.res.headers.set("Date", new Date(nowMs).toUTCString());
    else latestMs = nowMs;
  });
}
