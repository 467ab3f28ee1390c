// The `Date` of answers after the clock was set back (docs/http.md#headers).

/**
 * Returns what says the time itself until the clock is again where it was at an earlier answer: the runtime keeps the text
 * of its own `Date` until the clock has passed it. `now` is in epoch ms.
 */
export function dateHeader(now: () => number): (headers: Headers) => void {
  let latestMs = 0;
  return (headers) => {
    const nowMs = now();
    if (nowMs < latestMs) headers.set("Date", new Date(nowMs).toUTCString());
    else latestMs = nowMs;
  };
}
