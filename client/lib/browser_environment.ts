// The parts of a browser that live.ts uses, so that tests can replace them.

export type Timer = ReturnType<typeof setTimeout>;

export interface BrowserEnvironment {
  WebSocket: new (url: string) => WebSocket;
  setTimeout(action: () => void, ms: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
  /** Calls `action` every `ms` until the returned function is called. */
  every(ms: number, action: () => void): () => void;
  random(): number;
  /** The time in ms by a clock that continues while the device sleeps. */
  nowMs(): number;
  origin: string;
  /** Fires `visibilitychange`. */
  document: EventTarget & { readonly visibilityState: string };
  /** Fires `online`, `offline`, `pagehide` and `pageshow`. */
  window: EventTarget;
}

/** The browser that runs this script. */
export function browserEnvironment(): BrowserEnvironment {
  return {
    WebSocket,
    setTimeout: (action, ms) => globalThis.setTimeout(action, ms),
    clearTimeout: (timer) => globalThis.clearTimeout(timer),
    every(ms, action) {
      const interval = setInterval(action, ms);
      return () => clearInterval(interval);
    },
    random: Math.random,
    // Not performance.now(), which stops while a phone sleeps.
    nowMs: Date.now,
    origin: location.origin,
    document,
    window: globalThis,
  };
}
