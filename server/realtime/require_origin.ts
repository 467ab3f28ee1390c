// Whose pages may listen.
import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import type { AppEnv } from "../http/env.ts";
import { DomainError } from "../errors.ts";

/**
 * Refuses pages of other sites, which a guest's browser would let in (WebSockets know no CORS). What is no
 * browser sends no origin and is welcome. @throws DomainError `origin_refused`
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
