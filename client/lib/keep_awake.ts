// Keeps the screen from going dark, if the browser can. Browsers allow it over https and on the serving computer only.

/**
 * Asks for a wake lock now and whenever the page becomes visible again, since the browser ends it with each hiding.
 * Returns a function that lets the screen go dark again.
 */
export function keepAwake(): () => void {
  const listening = new AbortController();
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    // It is refused while the battery is low, for example. The page goes on without it.
    lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
    if (listening.signal.aborted) void lock?.release();
  };
  document.addEventListener("visibilitychange", ask, listening);
  void ask();
  return () => {
    listening.abort();
    void lock?.release();
  };
}
