// Live updates: keeps a connection to the room of an owner and says when to fetch again (docs/live.md).
import { MINUTE_MS } from "../../server/contract/clock.ts";
import type { RoomEvent } from "../../server/contract/realtime.ts";
import { addressOf } from "./calls.ts";

type Timer = ReturnType<typeof setTimeout>;

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
  /** The document, which fires `visibilitychange`. */
  document: EventTarget & { readonly visibilityState: string };
  /** Fires `online`, `offline`, `pagehide` and `pageshow`. */
  window: EventTarget;
}

/** The browser that runs this script. */
function browserEnvironment(): BrowserEnvironment {
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

interface Watcher {
  /** Called when something changed, or may have changed while there was no connection: fetch again. */
  onChange(): void;
  /** Called with whether updates arrive, first when that is known and then when it changes. */
  onStatus?(online: boolean): void;
}

const CONNECT_TIMEOUT_MS = 20_000;
const MIN_RECONNECT_DELAY_MS = 1_000;
const MAX_RECONNECT_DELAY_MS = 5_000;
/** A socket may be dead without a `close` event after the page was hidden or the device asleep for this long. */
const MAX_UNSEEN_MS = 30_000;
/**
 * A visible page replaces a socket that has received nothing for this long: if the network fails silently, the socket
 * stays open, and browsers do not report pings.
 */
const MAX_SILENCE_MS = MINUTE_MS;
/** How often a visible page checks for sleep and silence. */
const CHECK_INTERVAL_MS = 5_000;

/** Watches the room until `close()` is called, through restarts of the server, lost networks and sleep. */
export function watchRoom(
  ownerId: string,
  { onChange, onStatus }: Watcher,
  environment: BrowserEnvironment = browserEnvironment(),
): { close(): void } {
  const url = `${environment.origin.replace(/^http/, "ws")}${
    addressOf("GET /api/realtime", { query: { ownerId } })
  }`;
  const listening = new AbortController();
  const { signal } = listening;
  let socket: WebSocket | undefined;
  /** Ends the connecting, or begins it again. */
  let timer: Timer | undefined;
  let delayMs = MIN_RECONNECT_DELAY_MS;
  let revision = -1;
  let online: boolean | undefined;
  let lastMessageMs = environment.nowMs();
  /** When the page was last known to be visible and the device awake. */
  let lastSeenMs = environment.nowMs();

  environment.window.addEventListener("online", () => refresh(true), { signal });
  // Only a hint: a computer without a network still reaches a server of its own. A socket says what is true.
  environment.window.addEventListener("offline", () => {
    delayMs = MIN_RECONNECT_DELAY_MS;
    connect();
  }, { signal });
  environment.window.addEventListener("pagehide", disconnect, { signal });
  // `pageshow` also fires after the first load, when the socket is already connecting.
  environment.window.addEventListener("pageshow", () => socket || refresh(true), { signal });
  environment.document.addEventListener("visibilitychange", () => {
    if (visible()) refresh(unseenForMs() > MAX_UNSEEN_MS);
  }, { signal });
  const stopChecking = environment.every(CHECK_INTERVAL_MS, check);
  connect();
  return {
    close() {
      stopChecking();
      listening.abort();
      disconnect();
    },
  };

  function connect(): void {
    disconnect();
    const opening = socket = new environment.WebSocket(url);
    timer = environment.setTimeout(retry, CONNECT_TIMEOUT_MS);
    opening.onmessage = ({ data }) => receive(JSON.parse(data));
    opening.onclose = () => retry();
  }

  function receive(event: RoomEvent): void {
    lastMessageMs = environment.nowMs();
    const known = revision;
    revision = event.revision;
    if (event.type === "ready") {
      environment.clearTimeout(timer);
      timer = undefined;
      delayMs = MIN_RECONNECT_DELAY_MS;
      report(true);
      // The first time too: something may have changed since the server rendered the page.
      onChange();
    } else if (event.revision !== known) onChange();
  }

  /** Connects again after a delay that grows, with jitter so that clients do not return at the same moment. */
  function retry(): void {
    disconnect();
    report(false);
    timer = environment.setTimeout(connect, delayMs * (0.5 + environment.random() / 2));
    delayMs = Math.min(delayMs * 2, MAX_RECONNECT_DELAY_MS);
  }

  /** Fetches at once, and connects at once if there is no socket or the present one may be dead. */
  function refresh(socketMayBeDead: boolean): void {
    onChange();
    if (!socketMayBeDead && socket) return;
    delayMs = MIN_RECONNECT_DELAY_MS;
    connect();
  }

  /** Finds what no event reports: that the device was asleep, or that the network has failed silently. */
  function check(): void {
    if (!visible()) return;
    if (unseenForMs() > MAX_UNSEEN_MS) refresh(true);
    else if (socket && !timer && environment.nowMs() - lastMessageMs > MAX_SILENCE_MS) connect();
  }

  /** For a page that is visible now: how long it has not been. */
  function unseenForMs(): number {
    const before = lastSeenMs;
    lastSeenMs = environment.nowMs();
    return lastSeenMs - before;
  }

  function visible(): boolean {
    return environment.document.visibilityState === "visible";
  }

  /** Closes the socket and cancels any attempt that is scheduled. */
  function disconnect(): void {
    environment.clearTimeout(timer);
    timer = undefined;
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    socket = undefined;
  }

  function report(now: boolean): void {
    if (now !== online) onStatus?.(online = now);
  }
}

// Fetches again whenever a room has changed (docs/live.md#reconnecting).

export interface Follower<T> {
  fetch(): Promise<T>;
  /** Shows what was fetched. Returns after how many ms to fetch again although nothing was announced, if at all. */
  apply(fetched: T): number | undefined;
  /** Called with whether updates fail to arrive. */
  setOffline(offline: boolean): void;
}

/** The delay before a failed fetch is tried again. */
const RETRY_MS = 3000;

/** Returns a function that fetches at once. It resolves when that was applied, or has failed. */
export function followRoom<T>(
  ownerId: string,
  { fetch, apply, setOffline }: Follower<T>,
): () => Promise<void> {
  /** The number of the latest fetch that was started, and of the latest whose answer was applied. */
  let started = 0;
  let applied = 0;
  let next: ReturnType<typeof setTimeout> | undefined;
  const refresh = async () => {
    clearTimeout(next);
    const fetchNumber = ++started;
    let again: number | undefined = RETRY_MS;
    try {
      const fetched = await fetch();
      // Answers can arrive out of order: an older one must not replace a newer one. The newest request may still be
      // under way, since waiting for it would show nothing while changes arrive faster than answers.
      if (fetchNumber < applied) return;
      applied = fetchNumber;
      again = apply(fetched);
    } catch {
      // It is tried again.
    }
    if (again !== undefined && fetchNumber === started) next = setTimeout(refresh, again);
  };
  watchRoom(ownerId, { onChange: refresh, onStatus: (online) => setOffline(!online) });
  return refresh;
}
