// Security headers of every answer (docs/http.md#headers).
import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import type { AppEnv } from "./env.ts";

const POLICY = "Content-Security-Policy";

/**
 * Sets two fixed lists of headers: all answers have one, pages a Content-Security-Policy too, which allows no inline
 * scripts or styles and no frames, and images only from us and from `coverOrigins`.
 */
export function securityHeaders(config: Config, coverOrigins: readonly string[]) {
  const common = Object.entries(commonHeaders(config));
  const policy = pagePolicy(config, coverOrigins);
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { headers } = c.res;
    for (const [name, value] of common) headers.set(name, value);
    if (headers.get("content-type")?.startsWith("text/html")) headers.set(POLICY, policy);
  });
}

function commonHeaders({ appOrigin }: Config): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Origin-Agent-Cluster": "?1",
    "X-DNS-Prefetch-Control": "off",
    "X-Download-Options": "noopen",
    "X-Permitted-Cross-Domain-Policies": "none",
    ...(appOrigin.startsWith("https:")
      ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }
      : {}),
  };
}

function pagePolicy(
  { appOrigin, guestOrigin }: Config,
  coverOrigins: readonly string[],
): string {
  // A path is of our own origin, which 'self' allows.
  const covers = coverOrigins.filter((origin) => !origin.startsWith("/"));
  const sockets = new Set([appOrigin, guestOrigin].map((s) => s.replace(/^http/, "ws")));
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${["'self'", "data:", "blob:", ...covers].join(" ")}`,
    // In older Safari, 'self' does not include WebSockets to the same host.
    `connect-src ${["'self'", ...sockets].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}
