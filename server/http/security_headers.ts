// Security headers of every answer (docs/http.md#headers).
import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import { keptFor } from "../once.ts";
import type { AppEnv } from "./caller.ts";

const POLICY = "Content-Security-Policy";
const OUR_STYLES = "style-src 'self'";
/** The host that a client names may contain characters with a meaning in a policy. */
const PLAIN_ORIGIN = /^https?:\/\/[\w.:[\]-]+$/;

/**
 * Sets two fixed lists of headers: one for every answer, and one for pages. Pages have a Content-Security-Policy too, which
 * allows no inline scripts and no frames, no inline style but the one that the page has named by its hash, audio only from
 * us, and images only from us and from `coverOrigins`. `setDate` is called for every answer: a middleware of its own would
 * cost each call 1.5 KB.
 */
export function securityHeaders(
  config: Config,
  coverOrigins: readonly string[],
  setDate: (headers: Headers) => void,
) {
  const common = Object.entries(commonHeaders(config));
  const policy = pagePolicies(config, coverOrigins);
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const { headers } = c.res;
    setDate(headers);
    for (const [name, value] of common) headers.set(name, value);
    if (!headers.get("content-type")?.startsWith("text/html")) return;
    for (const [name, value] of PAGE_HEADERS) headers.set(name, value);
    const ours = policy(c.req.url);
    const hash = c.get("styleHash");
    headers.set(POLICY, hash ? ours.replace(OUR_STYLES, `${OUR_STYLES} '${hash}'`) : ours);
  });
}

/** The headers of every answer. Each one more costs the queue's answer some 3 % of its CPU time. */
export function commonHeaders({ appOrigin }: Pick<Config, "appOrigin">): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(appOrigin.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

/** Browsers read these in pages only. */
const PAGE_HEADERS = Object.entries({
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "X-DNS-Prefetch-Control": "off",
});

/**
 * Returns the policy for a page at a URL. Where guests come to is configured, or any address of this machine, and then the
 * one by which this guest came.
 */
function pagePolicies(
  { appOrigin, guestOrigin }: Config,
  coverOrigins: readonly string[],
): (url: string) => string {
  const policyFor = keptFor((origin: string) => pagePolicy([appOrigin, origin], coverOrigins));
  if (guestOrigin !== undefined) return () => policyFor(guestOrigin);
  return (url) => {
    const { origin } = new URL(url);
    return policyFor(PLAIN_ORIGIN.test(origin) ? origin : appOrigin);
  };
}

function pagePolicy(origins: string[], coverOrigins: readonly string[]): string {
  // A path is of our own origin, which 'self' allows.
  const covers = coverOrigins.filter((origin) => !origin.startsWith("/"));
  const sockets = new Set(origins.map((s) => s.replace(/^http/, "ws")));
  return [
    "default-src 'self'",
    "script-src 'self'",
    OUR_STYLES,
    `img-src ${["'self'", "data:", "blob:", ...covers].join(" ")}`,
    // The player's page keeps whole songs in memory (docs/speaker.md#page).
    "media-src 'self' blob:",
    // In older Safari, 'self' does not include WebSockets to the same host.
    `connect-src ${["'self'", ...sockets].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}
