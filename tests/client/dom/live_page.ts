// The browser environment of live.ts with time, sockets and visibility in the hands of a test.
import { type BrowserEnvironment, watchRoom } from "../../../client/lib/live.ts";
import { FakeSocket } from "./sockets.ts";

interface Interval {
  ms: number;
  dueMs: number;
  action: () => void;
}

/** A visible page at time 0. Its timers run if `runTimer` is called, its intervals as `pass` lets time pass. */
export function livePage() {
  const sockets: FakeSocket[] = [];
  const intervals = new Set<Interval>();
  const page = {
    timers: [] as { id: number; action: () => void; ms: number }[],
    intervals,
    /** What `Math.random` returns. */
    random: 0,
    /** The time. Setting it is sleep: no interval runs. */
    nowMs: 0,
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    /** The socket that was opened last. */
    socket: () => sockets.at(-1)!,
    dueIn: () => page.timers[0]!.ms,
    runTimer: () => page.timers.shift()!.action(),
    /** Lets time pass on a page that is awake: its intervals run. */
    pass(ms: number) {
      const endMs = page.nowMs + ms;
      for (;;) {
        const [next] = [...intervals].sort((a, b) => a.dueMs - b.dueMs);
        if (!next || next.dueMs > endMs) break;
        page.nowMs = Math.max(page.nowMs, next.dueMs);
        next.dueMs = page.nowMs + next.ms;
        next.action();
      }
      page.nowMs = endMs;
    },
    show(state: "visible" | "hidden") {
      page.document.visibilityState = state;
      page.document.dispatchEvent(new Event("visibilitychange"));
    },
    /** Watches a room until it is disposed. `log` fills with "fetch", "online" and "offline". */
    watch(ownerId = "owner") {
      const log: string[] = [];
      const watching = watchRoom(ownerId, {
        onChange: () => log.push("fetch"),
        onStatus: (online) => log.push(online ? "online" : "offline"),
      }, page.environment);
      return { log, watching, [Symbol.dispose]: () => watching.close() };
    },
    environment: {} as BrowserEnvironment,
  };
  let timerId = 0;
  page.environment = {
    WebSocket: class extends FakeSocket {
      constructor(url: string) {
        super(url);
        sockets.push(this);
      }
    } as unknown as BrowserEnvironment["WebSocket"],
    setTimeout(action, ms) {
      page.timers.push({ id: ++timerId, action, ms });
      return timerId as unknown as ReturnType<typeof setTimeout>;
    },
    clearTimeout(timer: unknown) {
      page.timers = page.timers.filter(({ id }) => id !== timer);
    },
    every(ms, action) {
      const interval = { ms, dueMs: page.nowMs + ms, action };
      intervals.add(interval);
      return () => intervals.delete(interval);
    },
    random: () => page.random,
    nowMs: () => page.nowMs,
    origin: "https://kafe.test",
    document: page.document,
    window: page.window,
  };
  return page;
}
