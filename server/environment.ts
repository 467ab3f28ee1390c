// The environment variables: their schema, their defaults, and the mistakes in them (docs/running.md#configuration).
import { z } from "zod";
import { toKurus } from "./contract/money.ts";
import { MIN_SECRET_BYTES } from "./stored_secret.ts";

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127\./.test(host);
}

/** Whether an IPv4 address is in a private network (RFC 1918), such as a cafe's. */
export function isPrivate(address: string): boolean {
  return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
}

/** Names every mistake in one message for the operator. */
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

/** Variables of which both or neither must be set. */
const PAIRS = [
  ["SPOTIFY_CLIENT_ID", "SPOTIFY_CLIENT_SECRET"],
  ["ADMIN_EMAIL", "ADMIN_PASSWORD"],
] as const;

const Schema = z.object({
  HOST: z.string().default("0.0.0.0"),
  PORT: wholeNumber(0, 65_535).default(8000),
  APP_ORIGIN: origin.optional(),
  GUEST_ORIGIN: origin.optional(),
  DATA_DIR: z.string().default("./data"),
  MUSIC_DIR: z.string().optional(),
  MUSIC_CAFES: z.string().refine(
    (s) => s === "all" || names(s).every((id) => /^\w{26}$/.test(id)),
    "is neither all nor ids of cafes with commas between them",
  ).transform((s) => s === "all" ? s : names(s).map((id) => id.toUpperCase())).optional(),
  REGISTRATION: z.enum(["open", "closed"], "is neither open nor closed").default("open"),
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
  SPOTIFY_CALLS_PER_30S: wholeNumber(20, 10_000).default(90),
  SMTP_URL: z.string().refine((s) => isServer(s, /^smtps?:$/), "is not an smtp(s) URL")
    .optional(),
  MAIL_FROM: z.string().default("Sıradaki <noreply@localhost>"),
  ADMIN_EMAIL: z.string().trim().toLowerCase().pipe(z.email("is not an e-mail address")).optional(),
  ADMIN_PASSWORD: z.string().min(8, "has fewer than 8 characters").optional(),
  OPERATOR_NAME: z.string().trim().min(1, "is blank").optional(),
  OPERATOR_CONTACT: z.string().trim().min(1, "is blank").optional(),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  PAYOUT_FEE_PERCENT: z.string().regex(/^\d{1,2}(\.\d{1,2})?$/, "is not a percentage below 100")
    .transform(Number).default(0),
  PAYOUT_MIN_TL: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, "is not an amount such as 100 or 99.50")
    .transform((tl) => toKurus(Number(tl))).default(0),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"], "is not debug, info, warn or error")
    .default("info"),
  RATE_LIMITS: z.enum(["on", "off"], "is neither on nor off").default("on"),
});

export type Environment = z.infer<typeof Schema>;

/** Parses the variables. An empty value counts as none. @throws ConfigError that names every mistake */
export function parseEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value));
  const parsed = Schema.safeParse(given);
  const mistakes = parsed.success ? [] : parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `${name} ${issue.message} (it is ${shown(name, given[name])})`;
  });
  mistakes.push(...contradictions(given));
  if (!parsed.success || mistakes.length > 0) throw new ConfigError(mistakes);
  return parsed.data;
}

/** Mistakes that several values make together. */
function contradictions(env: Record<string, string | undefined>): string[] {
  const mistakes: string[] = [];
  const remote = env.DATABASE_URL !== undefined && !env.DATABASE_URL.startsWith("file:");
  if (remote) {
    for (const name of ["APP_ORIGIN", "JWT_SECRET", "ENCRYPTION_KEY"]) {
      if (!env[name]) mistakes.push(`${name} is required if DATABASE_URL is a remote database`);
    }
  }
  for (const [one, other] of PAIRS) {
    if (!env[one] !== !env[other]) mistakes.push(`${one} and ${other} go together: one is missing`);
  }
  if (env.RATE_LIMITS === "off" && !isLoopback(env.HOST ?? "0.0.0.0")) {
    mistakes.push("RATE_LIMITS is off, which is accepted only if HOST is a loopback address");
  }
  return mistakes;
}

function wholeNumber(min: number, max: number) {
  const message = `is not a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d{1,9}$/, message).transform(Number)
    .pipe(z.number().min(min, message).max(max, message));
}

/** The names in a list that commas separate. */
function names(s: string): string[] {
  return s.split(",").map((name) => name.trim()).filter((name) => name !== "");
}

function secret() {
  return z.string().refine(
    (s) => new TextEncoder().encode(s).length >= MIN_SECRET_BYTES,
    `is shorter than ${MIN_SECRET_BYTES} bytes`,
  );
}

function isOrigin(s: string): boolean {
  return URL.canParse(s) && /^https?:$/.test(protocol(s)) && /^\/?$/.test(new URL(s).pathname) &&
    !new URL(s).search && !new URL(s).hash && !new URL(s).username;
}

/** A % in a file name has to be written as %25, or the URL could not be turned into a path. */
function isFile(s: string): boolean {
  return protocol(s) === "file:" && !/%(?![0-9a-f]{2})/i.test(s);
}

function isServer(s: string, protocols: RegExp): boolean {
  return protocols.test(protocol(s)) && new URL(s).hostname !== "";
}

function protocol(s: string): string {
  return URL.canParse(s) ? new URL(s).protocol : "";
}

/** A value as an error may show it. Secrets, and URLs that may contain one, are not shown. */
function shown(name: string, value: string | undefined): string {
  return /SECRET|KEY|PASSWORD|TOKEN|URL/.test(name) ? "not shown" : `'${value}'`;
}
