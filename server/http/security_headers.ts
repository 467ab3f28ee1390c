// Headers that every answer carries (contract: HTTP).
import { secureHeaders } from "hono/secure-headers";
import type { Config } from "../config.ts";

/** Where covers come from (contract: HTTP). */
export const COVER_HOSTS = ["https://i.scdn.co", "https://mosaic.scdn.co"];

/** No inline scripts or styles, no frames, images from us and the music service alone. */
export function securityHeaders({ appOrigin, guestOrigin }: Config) {
  const sockets = [appOrigin, guestOrigin].map((origin) => origin.replace(/^http/, "ws"));
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:", "blob:", ...COVER_HOSTS],
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
