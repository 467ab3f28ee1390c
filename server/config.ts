// The only reader of the environment. Read once at start; every mistake is reported in one message.
import { join } from "node:path";
import { z } from "zod";
import { fileUrl } from "../db/file_url.ts";
import { isLoopback, lanAddress } from "./addresses.ts";
import { keptSecret, SECRET_BYTES } from "./kept_secret.ts";

/** How the product runs, decided before anything is constructed. */
export interface Config {
  host: string;
  port: number;
  /** Links in letters, the OAuth redirect URI, the allowed origin. No slash at the end. */
  appOrigin: string;
  /** Where guests reach the product: QR codes, the share link, link previews. */
  guestOrigin: string;
  dataDir: string;
  database: { url: string; authToken?: string };
  jwtSecret: string;
  encryptionKey: string;
  spotify: Spotify;
  mail: { smtpUrl?: string; from: string };
  admin?: { email: string; password: string };
  trustedProxyHops: number;
  payoutFeePercent: number;
  logLevel: "debug" | "info" | "warn" | "error";
  rateLimits: boolean;
}

/** The music service's addresses. `demo` says that the built-in demo account is mounted and meant. */
export interface Spotify {
  clientId: string;
  clientSecret: string;
  accountsUrl: string;
  apiUrl: string;
  demo: boolean;
}

/** Everything that is wrong with the configuration, in one message for the operator. */
export class ConfigError extends Error {
  override name = "ConfigError";
  constructor(readonly mistakes: string[]) {
    super(`Cannot read the configuration:\n${mistakes.map((m) => `  - ${m}`).join("\n")}`);
  }
}

const origin = z.string().refine(isOrigin, "is not an origin such as https://example.com")
  .transform((s) => new URL(s).origin);
const httpUrl = z.string().refine((s) => /^https?:$/.test(protocol(s)), "is not an http(s) URL")
  .transform((s) => s.replace(/\/+$/, ""));

const Environment = z.object({
  HOST: z.string().default("0.0.0.0"),
  PORT: wholeNumber(0, 65_535).default(8000),
  APP_ORIGIN: origin.optional(),
  GUEST_ORIGIN: origin.optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.string().refine(
    (s) => isFile(s) || isServer(s, /^(libsql|https?):$/),
    "is not a file:, libsql:, https: or http: URL",
  ).optional(),
  DATABASE_AUTH_TOKEN: z.string().optional(),
  JWT_SECRET: secret().optional(),
  ENCRYPTION_KEY: secret().optional(),
  SPOTIFY_CLIENT_ID: z.string().optional(),
  SPOTIFY_CLIENT_SECRET: z.string().optional(),
  SPOTIFY_ACCOUNTS_URL: httpUrl.default("https://accounts.spotify.com"),
  SPOTIFY_API_URL: httpUrl.default("https://api.spotify.com/v1"),
  SMTP_URL: z.string().refine((s) => isServer(s, /^smtps?:$/), "is not an smtp(s) URL")
    .optional(),
  MAIL_FROM: z.string().default("Sıradaki <noreply@localhost>"),
  ADMIN_EMAIL: z.string().trim().toLowerCase().pipe(z.email("is not an e-mail address")).optional(),
  ADMIN_PASSWORD: z.string().min(8, "has fewer than 8 characters").optional(),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  PAYOUT_FEE_PERCENT: z.string().regex(/^\d{1,2}(\.\d{1,2})?$/, "is not a percentage below 100")
    .transform(Number).default(0),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"], "is not debug, info, warn or error")
    .default("info"),
  RATE_LIMITS: z.enum(["on", "off"], "is neither on nor off").default("on"),
});

/**
 * Reads the configuration from `environment`; an empty value counts as none.
 * @throws ConfigError that names every mistake, DataDirError where secrets cannot be kept
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, v]) => v));
  const parsed = Environment.safeParse(given);
  const mistakes = parsed.success ? [] : parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `${name} ${issue.message} (it is ${shown(name, given[name])})`;
  });
  mistakes.push(...contradictions(given));
  if (!parsed.success || mistakes.length > 0) throw new ConfigError(mistakes);

  const env = parsed.data;
  const appOrigin = env.APP_ORIGIN ?? `http://127.0.0.1:${env.PORT}`;
  const demo = env.SPOTIFY_CLIENT_ID === undefined;
  return {
    host: env.HOST,
    port: env.PORT,
    appOrigin,
    guestOrigin: env.GUEST_ORIGIN ?? guestOrigin(appOrigin, env.HOST, env.PORT),
    dataDir: env.DATA_DIR,
    database: {
      url: env.DATABASE_URL ?? fileUrl(join(env.DATA_DIR, "cafe.db")),
      authToken: env.DATABASE_AUTH_TOKEN,
    },
    jwtSecret: env.JWT_SECRET ?? keptSecret(env.DATA_DIR, "jwt_secret"),
    encryptionKey: env.ENCRYPTION_KEY ?? keptSecret(env.DATA_DIR, "encryption_key"),
    spotify: {
      clientId: env.SPOTIFY_CLIENT_ID ?? "demo",
      clientSecret: env.SPOTIFY_CLIENT_SECRET ?? "demo",
      accountsUrl: demo ? `${appOrigin}/demo` : env.SPOTIFY_ACCOUNTS_URL,
      apiUrl: demo ? `${appOrigin}/demo/v1` : env.SPOTIFY_API_URL,
      demo,
    },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD
      ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
      : undefined,
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    payoutFeePercent: env.PAYOUT_FEE_PERCENT,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS === "on",
  };
}

/** The mistakes that show only where several values are looked at together. */
function contradictions(env: Record<string, string | undefined>): string[] {
  const mistakes: string[] = [];
  const remote = env.DATABASE_URL !== undefined && !env.DATABASE_URL.startsWith("file:");
  if (remote) {
    for (const name of ["APP_ORIGIN", "JWT_SECRET", "ENCRYPTION_KEY"]) {
      if (!env[name]) mistakes.push(`${name} is required where DATABASE_URL is a server's`);
    }
  }
  for (
    const [one, other] of [["SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"], [
      "ADMIN_EMAIL",
      "ADMIN_PASSWORD",
    ]] as const
  ) {
    if (!env[one] !== !env[other]) mistakes.push(`${one} and ${other} go together: one is missing`);
  }
  if (env.RATE_LIMITS === "off" && !isLoopback(env.HOST ?? "0.0.0.0")) {
    mistakes.push("RATE_LIMITS is off, which is accepted only where HOST is a loopback address");
  }
  return mistakes;
}

function guestOrigin(appOrigin: string, host: string, port: number): string {
  if (isLoopback(host) || !isLoopback(new URL(appOrigin).hostname)) return appOrigin;
  const lan = lanAddress();
  return lan ? `http://${lan}:${port}` : appOrigin;
}

function wholeNumber(least: number, most: number) {
  const message = `is not a whole number from ${least} to ${most}`;
  return z.string().regex(/^\d{1,9}$/, message).transform(Number)
    .pipe(z.number().min(least, message).max(most, message));
}

function secret() {
  return z.string().refine(
    (s) => new TextEncoder().encode(s).length >= SECRET_BYTES,
    `is shorter than ${SECRET_BYTES} bytes`,
  );
}

function isOrigin(s: string): boolean {
  return URL.canParse(s) && /^https?:$/.test(protocol(s)) && /^\/?$/.test(new URL(s).pathname) &&
    !new URL(s).search && !new URL(s).hash && !new URL(s).username;
}

/** Where a name holds a %, it has to be written as %25: nothing that opens the file would understand it. */
function isFile(s: string): boolean {
  return protocol(s) === "file:" && !/%(?![0-9a-f]{2})/i.test(s);
}

function isServer(s: string, protocols: RegExp): boolean {
  return protocols.test(protocol(s)) && new URL(s).hostname !== "";
}

function protocol(s: string): string {
  return URL.canParse(s) ? new URL(s).protocol : "";
}

/** A value as an error may show it: never a secret, nor a URL that may hold one. */
function shown(name: string, value: string | undefined): string {
  return /SECRET|KEY|PASSWORD|TOKEN|URL/.test(name) ? "not shown" : `'${value}'`;
}
