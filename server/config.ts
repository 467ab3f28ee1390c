// The configuration, read once at start (docs/running.md#configuration).
import { join } from "node:path";
import { fileUrl } from "../db/connection/file_url.ts";
import { type Environment, isLoopback, parseEnvironment } from "./environment.ts";
import { storedSecret } from "./stored_secret.ts";

export interface Config {
  host: string;
  port: number;
  /** For links in letters, the OAuth redirect URI and the allowed origin. Without a slash at the end. */
  appOrigin: string;
  /** Where guests reach the product, if that is fixed. Without it they do at the machine's address (lan_address.ts). */
  guestOrigin?: string;
  dataDir: string;
  /** The folder of the cafe's own files. Without it they are in `music` of the data folder, if that exists. */
  musicDir?: string;
  /** The ids of cafes that may use the folder besides the one that it belongs to, or every cafe. */
  musicCafes: readonly string[] | "all";
  database: { url: string; authToken?: string };
  jwtSecret: string;
  encryptionKey: string;
  spotify: Spotify;
  mail: { smtpUrl?: string; from: string };
  admin?: { email: string; password: string };
  /** Who runs the product, for the privacy page. */
  operator: { name?: string; contact?: string };
  trustedProxyHops: number;
  payoutFeePercent: number;
  /** A smaller balance is carried over to the next period. In kuruş. */
  payoutMinKurus: number;
  logLevel: "debug" | "info" | "warn" | "error";
  rateLimits: boolean;
  /** Whether further cafes can be registered. */
  registration: "open" | "closed";
}

/** The music service. If `demo`, it is the built-in demo account. */
export interface Spotify {
  clientId: string;
  clientSecret: string;
  accountsUrl: string;
  apiUrl: string;
  /** How many calls it is thought to allow in 30 seconds (docs/music.md#calls). */
  callsPer30S: number;
  demo: boolean;
}

/**
 * Reads the configuration from environment variables, and generates missing secrets.
 * @throws ConfigError that names every mistake; DataDirError if secrets cannot be stored
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const env = parseEnvironment(variables);
  const appOrigin = env.APP_ORIGIN ?? `http://127.0.0.1:${env.PORT}`;
  const demo = env.SPOTIFY_CLIENT_ID === undefined;
  return {
    host: env.HOST,
    port: env.PORT,
    appOrigin,
    guestOrigin: env.GUEST_ORIGIN ?? fixedOrigin(appOrigin, env.HOST),
    dataDir: env.DATA_DIR,
    musicDir: env.MUSIC_DIR,
    musicCafes: env.MUSIC_CAFES ?? [],
    database: { url: databaseUrl(env), authToken: env.DATABASE_AUTH_TOKEN },
    jwtSecret: env.JWT_SECRET ?? storedSecret(env.DATA_DIR, "jwt_secret"),
    encryptionKey: env.ENCRYPTION_KEY ?? storedSecret(env.DATA_DIR, "encryption_key"),
    spotify: {
      clientId: env.SPOTIFY_CLIENT_ID ?? "demo",
      clientSecret: env.SPOTIFY_CLIENT_SECRET ?? "demo",
      accountsUrl: demo ? `${appOrigin}/demo` : env.SPOTIFY_ACCOUNTS_URL,
      apiUrl: demo ? `${appOrigin}/demo/v1` : env.SPOTIFY_API_URL,
      callsPer30S: env.SPOTIFY_CALLS_PER_30S,
      demo,
    },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD
      ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
      : undefined,
    operator: { name: env.OPERATOR_NAME, contact: env.OPERATOR_CONTACT },
    trustedProxyHops: env.TRUSTED_PROXY_HOPS,
    payoutFeePercent: env.PAYOUT_FEE_PERCENT,
    payoutMinKurus: env.PAYOUT_MIN_TL,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS === "on",
    registration: env.REGISTRATION,
  };
}

/** The URL of the database, without making anything. @throws ConfigError as `readConfig` does */
export function readDatabaseUrl(variables: Record<string, string | undefined>): string {
  return databaseUrl(parseEnvironment(variables));
}

function databaseUrl({ DATABASE_URL, DATA_DIR }: Environment): string {
  return DATABASE_URL ?? fileUrl(join(DATA_DIR, "cafe.db"));
}

function fixedOrigin(appOrigin: string, host: string): string | undefined {
  return isLoopback(host) || !isLoopback(new URL(appOrigin).hostname) ? appOrigin : undefined;
}
