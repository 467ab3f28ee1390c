// When a login ends for good, told two weeks ahead (docs/accounts.md#renewal).
import { DAY_MS } from "../../server/contract/clock.ts";
import { formatDate, formatTime } from "../lib/format.ts";

const TOLD_AHEAD_MS = 14 * DAY_MS;

/** What to say of a login that ends at `endsAt`, undefined if that is longer than two weeks away. */
export function endSentence(endsAt: string, nowMs = Date.now()): string | undefined {
  if (Date.parse(endsAt) - nowMs > TOLD_AHEAD_MS) return undefined;
  return `Bu cihazdaki oturum ${formatDate(endsAt)}, saat ${
    formatTime(endsAt)
  } itibarıyla sona erer. O saatten sonra bir kez daha giriş yapmanız gerekir.`;
}
