// To which address the links of a letter lead: the one by which the browser came, if it is one of ours
// (docs/accounts.md#links). A Host header is written by the client, so it only chooses among our own addresses.
import type { Context } from "hono";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { isLoopback, isPrivate } from "../environment.ts";

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
