// Refuses WebSockets that pages of other sites open (docs/live.md#origins).
import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import type { AppEnv } from "../http/env.ts";
import { DomainError } from "../errors.ts";

/**
 * Accepts our own origin, the host that the request was sent to, and clients without an `Origin`, which are no
 * browsers. @throws DomainError `origin_refused`
 */
export function requireOrigin({ appOrigin }: Pick<Config, "appOrigin">) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const origin = c.req.header("origin");
    const ours = origin === undefined || origin === appOrigin ||
      URL.canParse(origin) && new URL(origin).host === c.req.header("host");
    if (!ours) throw new DomainError("origin_refused");
    await next();
  });
}
