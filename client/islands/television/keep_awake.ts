// Keeps the screen from going dark, if the browser can. Browsers allow it over https and on the serving computer only.

/** Asks for a wake lock now and whenever the page becomes visible again, since the browser ends it with each hiding. */
export function keepAwake(): void {
  const ask = () => {
    if (document.visibilityState !== "visible") return;
    // It is refused while the battery is low, for example. The page goes on without it.
    navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
