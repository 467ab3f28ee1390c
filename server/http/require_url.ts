// Refuses requests whose address is no URL: the Host header, which is part of it, may be any text.
import { createMiddleware } from "hono/factory";
import { DomainError } from "../errors.ts";
import type { AppEnv } from "./env.ts";

/** What comes after it may read `c.req.url` as a URL (RFC 9112, 3.2). @throws DomainError `invalid_input` */
export const requireUrl = createMiddleware<AppEnv>(async (c, next) => {
  if (!URL.canParse(c.req.url)) throw new DomainError("invalid_input");
  await next();
});
