// How long ago something was, in words.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** '3 dk önce'. Both times are epoch ms; one that lies ahead, by another clock, counts as now. */
export function timeAgo(timeMs: number, nowMs: number): string {
  const passedMs = nowMs - timeMs;
  if (passedMs < MINUTE_MS) return "az önce";
  if (passedMs < HOUR_MS) return `${Math.floor(passedMs / MINUTE_MS)} dk önce`;
  if (passedMs < DAY_MS) return `${Math.floor(passedMs / HOUR_MS)} sa önce`;
  return `${Math.floor(passedMs / DAY_MS)} gün önce`;
}
