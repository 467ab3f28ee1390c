// Prepares letters for the table `letters` (docs/accounts.md#letters).
import type { LetterKind, NewLetter } from "../../db/people/letters.ts";
import { DAY_MS, HOUR_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import type { LimitRule } from "../http/limits.ts";
import { newId } from "../ids.ts";
import { randomToken } from "../secrets.ts";
import type { Context } from "hono";
import type { Config } from "../config.ts";
import { isLoopback, isPrivate } from "../environment.ts";

/** For each recipient and kind, and for who asks. */
const MAX_PER_HOUR = 5;
/** However many ask: a stranger at one address uses up a quarter of it. */
const IN_ALL = { max: 20, windowMs: HOUR_MS };
/**
 * Of codes besides: each of them allows five guesses at six digits (docs/accounts.md#codes), and a registration waits for a
 * week.
 */
const MAX_CODES_PER_DAY = 10;
const CODES_IN_ALL = { max: 40, windowMs: DAY_MS };
/** They may be about an intruder, so they are never held back. */
const WARNINGS: LetterKind[] = ["password_changed", "second_factor_on", "second_factor_off"];

export type LetterDeps = Pick<Deps, "cipher" | "config" | "limits" | "now">;

/**
 * A letter to write in the commit that causes it. `secret` is the code, or the token of the link. `origin` is where its
 * links lead (`letterOrigin`). `asker` is who asks for it: an address, an account or a cafe. If it has asked too often, the
 * answer is the same, and no letter is written.
 */
export async function newLetter(
  { cipher, config, limits, now }: LetterDeps,
  kind: LetterKind,
  recipient: string,
  { secret, origin, asker }: { secret?: string; origin?: string; asker?: string },
): Promise<NewLetter> {
  const id = newId(now());
  const unlimited = WARNINGS.includes(kind) || !config.rateLimits;
  const mayAsk = unlimited || asker === undefined ||
    byAsker(kind).every((rule) => limits.allows(rule, `${recipient} ${asker}`, id));
  const { max, windowMs } = kind === "verification_code" ? CODES_IN_ALL : IN_ALL;
  return {
    id,
    kind,
    recipient,
    secret: secret === undefined ? null : await cipher.encrypt(secret, id),
    origin: origin ?? null,
    createdAt: now(),
    since: now() - windowMs,
    atMost: unlimited ? Number.MAX_SAFE_INTEGER : mayAsk ? max : 0,
  };
}

/** To be called if the letter turned out not to be needed: it then counts for nothing. */
export function forgetLetter(
  { limits }: Pick<Deps, "limits">,
  { id, kind, recipient }: NewLetter,
  asker: string,
): void {
  for (const rule of byAsker(kind)) limits.clear(rule, `${recipient} ${asker}`, id);
}

function byAsker(kind: LetterKind): LimitRule[] {
  const hourly = { name: `letters: ${kind}`, max: MAX_PER_HOUR, windowMs: HOUR_MS };
  if (kind !== "verification_code") return [hourly];
  return [{ name: "codes a day", max: MAX_CODES_PER_DAY, windowMs: DAY_MS }, hourly];
}

// The token of a link in a letter.

/** A random token without six digits in a row, which mail programs would offer as a code. */
export function randomLinkToken(): string {
  for (;;) {
    const token = randomToken();
    if (!/\d{6}/.test(token)) return token;
  }
}

// To which address the links of a letter lead: the one by which the browser came, if it is one of ours
// (docs/accounts.md#links). A Host header is written by the client, so it only chooses among our own addresses.

type Interface = Pick<Deno.NetworkInterfaceInfo, "family" | "address">;

/** The origin for the links of a letter that this request causes. */
export async function letterOrigin(
  { config, guestOrigin }: Pick<Deps, "config" | "guestOrigin">,
  c: Context,
): Promise<string> {
  const guests = await guestOrigin();
  return chooseOrigin(c.req.url, config, [guests, ...lanOrigins(config)]);
}

/**
 * The one of `others` that the request at `url` was sent to, else APP_ORIGIN. None is taken that is less secure than
 * APP_ORIGIN.
 */
export function chooseOrigin(
  url: string,
  { appOrigin }: Pick<Config, "appOrigin">,
  others: string[],
): string {
  if (!URL.canParse(url)) return appOrigin;
  const { host } = new URL(url);
  const isSecure = (origin: string) =>
    origin.startsWith("https:") || !appOrigin.startsWith("https:");
  return others.find((origin) => new URL(origin).host === host && isSecure(origin)) ?? appOrigin;
}

/**
 * The addresses of this machine in private networks, if the product is meant to be reached there: APP_ORIGIN is a
 * loopback, and HOST is not.
 */
export function lanOrigins(
  { appOrigin, host, port }: Pick<Config, "appOrigin" | "host" | "port">,
  interfaces: () => Interface[] = Deno.networkInterfaces,
): string[] {
  if (!isLoopback(new URL(appOrigin).hostname) || isLoopback(host)) return [];
  try {
    return interfaces().filter(({ family, address }) => family === "IPv4" && isPrivate(address))
      .map(({ address }) => `http://${address}:${port}`);
  } catch {
    return []; // Deno Deploy has no network interfaces.
  }
}

// What a screen says of a letter: that it was sent, or where it is if no mail server is configured
// (docs/running.md#mail-server).

const PLACE =
  "E-posta gönderimi ayarlı değil: e-postayı görmek için Sıradaki'nin çalıştığı bilgisayarda 'sudo siradaki letters' ya da 'deno task letters' yazın.";

/** `sent` if letters are sent by e-mail; else `written`, and the place of the letter in one sentence. */
export function letterSentence(
  { mail }: Pick<Config, "mail">,
  { sent, written }: { sent: string; written: string },
): string {
  return mail.smtpUrl === undefined ? `${written} ${PLACE}` : sent;
}
