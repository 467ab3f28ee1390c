// The message in the terminal once the server listens: the addresses to open, in Turkish.
import { join } from "node:path";
import { isLoopback, isPrivate } from "../addresses.ts";
import type { Config } from "../config.ts";

const DEMO = "örnek hesap, ses çıkmaz; gerçek hesap için README.md";

/** Lines for the person who started the server. They contain no secret. `guestOrigin` is where guests reach it now. */
export function startMessage(config: Config, guestOrigin: string): string[] {
  const row = (label: string, text: string) => `  ${label.padEnd(12)} ${text}`;
  return [
    "",
    "Sıradaki hazır. Sıradaki is ready.",
    "",
    row("Panel", `${config.appOrigin}/panel/login`),
    row("Yeni kafe", `${config.appOrigin}/panel/register`),
    row("Müşteriler", guests(guestOrigin)),
    row("E-postalar", letters(config)),
    row("Müzik", musicFolder(config)),
    ...config.spotify.demo ? [row("Spotify", DEMO)] : [],
    ...controller(config).map((text) => row("Aydınlatma", text)),
    ...(config.rateLimits ? [] : [row("DİKKAT", "RATE_LIMITS=off: hiçbir sınır uygulanmıyor!")]),
    row("Durdurmak", "Ctrl+C"),
    "",
  ];
}

function guests(guestOrigin: string): string {
  const { hostname } = new URL(guestOrigin);
  const reach = isLoopback(hostname)
    ? "yalnızca bu bilgisayarda; "
    : isPrivate(hostname)
    ? "aynı ağdaki telefonlar; "
    : "";
  return `${guestOrigin} (${reach}QR kod bu adresi taşır)`;
}

function letters({ mail, dataDir }: Config): string {
  return mail.smtpUrl
    ? "SMTP_URL'deki sunucuyla gönderilir"
    : `${join(dataDir, "outbox")} (doğrulama kodları bu klasörde)`;
}

/** The line is left out once the privacy page can name the data controller (docs/running.md#configuration). */
function controller({ operator }: Config): string[] {
  const missing = [
    ...(operator.name ? [] : ["OPERATOR_NAME"]),
    ...(operator.contact ? [] : ["OPERATOR_CONTACT"]),
  ];
  return missing.length === 0
    ? []
    : [`${missing.join(" ve ")} verilmedi; aydınlatma metninde veri sorumlusu eksik`];
}

function musicFolder({ musicDir, dataDir }: Config): string {
  return `${musicDir ?? join(dataDir, "music")} (kendi müzik dosyalarınız için)`;
}
