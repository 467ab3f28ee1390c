// Headers that every answer carries (contract: HTTP).
import { secureHeaders } from "hono/secure-headers";
import type { Config } from "../config.ts";

/** No inline scripts or styles, no frames, images from us and from `coverOrigins` alone. */
export function securityHeaders(
  { appOrigin, guestOrigin }: Config,
  coverOrigins: readonly string[],
) {
  // A path of our own is 'self' already.
  const covers = coverOrigins.filter((origin) => !origin.startsWith("/"));
  const sockets = [appOrigin, guestOrigin].map((origin) => origin.replace(/^http/, "ws"));
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:", "blob:", ...covers],
      // Older Safari does not count a socket to the same host as 'self'.
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
