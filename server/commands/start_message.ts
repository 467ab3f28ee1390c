// The message in the terminal once the server listens: the addresses to open, in Turkish.
import { join } from "node:path";
import { isLoopback, isPrivate } from "../addresses.ts";
import type { Config } from "../config.ts";

/** Lines for the person who started the server. They contain no secret. */
export function startMessage(config: Config): string[] {
  const row = (label: string, text: string) => `  ${label.padEnd(12)} ${text}`;
  return [
    "",
    "Sıradaki hazır. Sıradaki is ready.",
    "",
    row("Panel", `${config.appOrigin}/panel/login`),
    row("Yeni kafe", `${config.appOrigin}/panel/register`),
    row("Misafirler", guests(config)),
    row("Mektuplar", letters(config)),
    row("Müzik", music(config)),
    ...(config.rateLimits ? [] : [row("DİKKAT", "RATE_LIMITS=off: hiçbir sınır uygulanmıyor!")]),
    row("Durdurmak", "Ctrl+C"),
    "",
  ];
}

function guests({ guestOrigin }: Config): string {
  const { hostname } = new URL(guestOrigin);
  const reach = isLoopback(hostname)
    ? "yalnız bu bilgisayarda; "
    : isPrivate(hostname)
    ? "aynı ağdaki telefonlar; "
    : "";
  return `${guestOrigin} (${reach}QR kod bu adresi taşır)`;
}

function letters({ mail, dataDir }: Config): string {
  return mail.smtpUrl
    ? "e-posta ile gönderilir"
    : `${join(dataDir, "outbox")} (doğrulama kodları bu klasörde)`;
}

function music({ spotify }: Config): string {
  return spotify.demo ? "demo hesap; gerçek Spotify için README.md" : "Spotify";
}
