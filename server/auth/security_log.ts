// Logs what people do with their accounts (docs/security.md#log). Refusals are in the line of their answer
// (http/access_log.ts).
import { getLogger } from "@logtape/logtape";

const log = getLogger(["siradaki", "security"]);

export type SecurityEvent =
  | "login"
  | "logout"
  | "login ended"
  | "password changed"
  | "second factor on"
  | "second factor off"
  | "membership begun"
  | "membership ended"
  | "account deleted";

/** Logs one event at `info`. `more` are ids and words of our own: never an e-mail, a password or a token. */
export function logSecurityEvent(
  event: SecurityEvent,
  accountId: string,
  more: Record<string, string | number> = {},
): void {
  log.info("{event}: {accountId}", { event, accountId, ...more });
}
