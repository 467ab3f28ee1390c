// What a screen says of a letter: that it was sent, or where it is if no mail server is configured
// (docs/running.md#mail-server).
import type { Config } from "../config.ts";

const PLACE =
  "E-posta gönderimi ayarlı değil: e-postayı görmek için Sıradaki'nin çalıştığı bilgisayarda 'sudo siradaki letters' ya da 'deno task letters' yazın.";

/** `sent` if letters are sent by e-mail; else `written`, and the place of the letter in one sentence. */
export function letterSentence(
  { mail }: Pick<Config, "mail">,
  { sent, written }: { sent: string; written: string },
): string {
  return mail.smtpUrl === undefined ? `${written} ${PLACE}` : sent;
}
