// Security headers of every answer (docs/http.md#headers).
import { secureHeaders } from "hono/secure-headers";
import type { Config } from "../config.ts";

/** Allows no inline scripts or styles and no frames, and images only from us and from `coverOrigins`. */
export function securityHeaders(
  { appOrigin, guestOrigin }: Config,
  coverOrigins: readonly string[],
) {
  // A path is of our own origin, which 'self' allows.
  const covers = coverOrigins.filter((origin) => !origin.startsWith("/"));
  const sockets = [appOrigin, guestOrigin].map((origin) => origin.replace(/^http/, "ws"));
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:", "blob:", ...covers],
      // In older Safari, 'self' does not include WebSockets to the same host.
      connectSrc: ["'self'", ...new Set(sockets)],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
    referrerPolicy: "no-referrer",
    xContentTypeOptions: "nosniff",
    strictTransportSecurity: appOrigin.startsWith("https:")
      ? "max-age=31536000; includeSubDomains"
      : false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [], usb: [] },
    xFrameOptions: "DENY",
    crossOriginResourcePolicy: "same-origin",
    xXssProtection: false,
    removePoweredBy: true,
  });
}
