// Keeps a page in step with an owner's room: hears that something changed and says when to fetch again.
import type { RoomEvent } from "../../server/contract/realtime.ts";
import { browser, type Surroundings, type Timer } from "./surroundings.ts";

/** What a page does about its room. */
export interface Watcher {
  /** Fetch again: something changed, or may have while nobody was listening. */
  onChange(): void;
  /** Whether changes arrive; told when it turns, first once it is known. */
  onStatus?(online: boolean): void;
}

/** spec 9: 20 s to connect, 1 s growing to 5 s between attempts. */
const CONNECT_MS = 20_000;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 5_000;
/** After this long asleep or in the background a socket may be dead without knowing it. */
const ASLEEP_MS = 30_000;
/**
 * A socket that has said nothing for so long is replaced while somebody looks: a network that went without a
 * word leaves it half-dead, browsers show no pings, and a quiet evening looks the same.
 */
const SILENT_MS = 60_000;
/** How often both are looked for. */
const PULSE_MS = 5_000;

/** Listens to the room until `close()`. Survives restarts, dead networks and a phone's sleep. */
export function watchRoom(
  ownerId: string,
  { onChange, onStatus }: Watcher,
  around: Surroundings = browser(),
): { close(): void } {
  const url = `${around.origin.replace(/^http/, "ws")}/api/realtime?ownerId=${
    encodeURIComponent(ownerId)
  }`;
  const listening = new AbortController();
  const { signal } = listening;
  let socket: WebSocket | undefined;
  let timer: Timer | undefined;
  let delayMs = FIRST_DELAY_MS;
  let revision = -1;
  let online: boolean | undefined;
  let heardAt = around.nowMs();
  /** When this page was last known to be awake and looked at. */
  let seenAt = around.nowMs();

  around.window.addEventListener("online", () => refresh(true), { signal });
  around.window.addEventListener("offline", () => report(false), { signal });
  around.window.addEventListener("pagehide", hang, { signal });
  // Fires after the first load too, when the socket is on its way already.
  around.window.addEventListener("pageshow", () => socket || refresh(true), { signal });
  around.document.addEventListener("visibilitychange", () => {
    if (visible()) refresh(notSeenForMs() > ASLEEP_MS);
  }, { signal });
  const stopPulse = around.every(PULSE_MS, pulse);
  connect();
  return {
    close() {
      stopPulse();
      listening.abort();
      hang();
    },
  };

  function connect(): void {
    hang();
    const opening = socket = new around.WebSocket(url);
    timer = around.setTimeout(retry, CONNECT_MS);
    opening.onmessage = ({ data }) => hear(JSON.parse(data));
    opening.onclose = () => retry();
  }

  function hear(event: RoomEvent): void {
    heardAt = around.nowMs();
    const known = revision;
    revision = event.revision;
    if (event.type === "ready") {
      around.clearTimeout(timer);
      timer = undefined;
      delayMs = FIRST_DELAY_MS;
      report(true);
      // Even the first time: the page was rendered a moment ago, by a server that has moved on.
      onChange();
    } else if (event.revision !== known) onChange();
  }

  /** Tries again later, each time later, never at the same moment as everybody else. */
  function retry(): void {
    hang();
    report(false);
    timer = around.setTimeout(connect, delayMs * (0.5 + around.random() / 2));
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
  }

  /** Somebody is looking again: the socket can wait for its timer, or be doubted, the eyes cannot wait. */
  function refresh(doubtSocket: boolean): void {
    onChange();
    if (!doubtSocket && socket) return;
    delayMs = FIRST_DELAY_MS;
    connect();
  }

  /** A laptop that wakes tells nobody, and no event says that a router has forgotten the connection. */
  function pulse(): void {
    if (!visible()) return;
    if (notSeenForMs() > ASLEEP_MS) refresh(true);
    else if (socket && !timer && around.nowMs() - heardAt > SILENT_MS) connect();
  }

  /** How long nobody had looked when somebody does now. */
  function notSeenForMs(): number {
    const before = seenAt;
    seenAt = around.nowMs();
    return seenAt - before;
  }

  function visible(): boolean {
    return around.document.visibilityState === "visible";
  }

  /** Lets go of the socket and of any attempt to come. */
  function hang(): void {
    around.clearTimeout(timer);
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
