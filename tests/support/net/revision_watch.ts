// Watching the revisions of a remote database that only counts, in a time that the test passes.
import { createHub } from "../../../server/realtime/hub.ts";
import { startWatchingRevisions } from "../../../server/realtime/watch_revisions.ts";
import { holdTimers } from "../time/held_timers.ts";

export const TICK_MS = 250;
export const HOUR_MS = 60 * 60_000;

/** Starts the watch. `pass` lets the time pass; another instance commits with `changeElsewhere`. */
export function startWatch({ hasNews }: { hasNews: boolean }) {
  let nowMs = 0;
  let reads = 0;
  let tries = 0;
  let revision = 0;
  let failing = false;
  let lost = false;
  let tell = () => {};
  let end = () => {};
  const now = () => nowMs;
  const timers = holdTimers();
  const hub = createHub(undefined, now);
  const db = {
    all: () => {
      reads++;
      if (failing) return Promise.reject(new Error("unreachable"));
      return Promise.resolve([{ ownerId: "owner", revision }] as never[]);
    },
    async *news(signal: AbortSignal) {
      tries++;
      if (!hasNews) throw new Error("none");
      yield;
      let ended = false;
      end = () => {
        ended = true;
        tell();
      };
      signal.addEventListener("abort", () => end());
      while (!ended) {
        await new Promise<void>((resolve) => tell = resolve);
        if (!ended) yield;
      }
    },
  };
  const heard: number[] = [];
  const socket = {
    readyState: WebSocket.OPEN,
    bufferedAmount: 0,
    send: (text: string) => void heard.push(JSON.parse(text).revision),
  } as unknown as WebSocket;
  const watching = startWatchingRevisions({ db, hub }, now);

  async function pass(ms: number) {
    for (const endMs = nowMs + ms; nowMs < endMs;) {
      nowMs += TICK_MS;
      timers.tick(TICK_MS);
      await settled();
    }
  }

  return {
    hub,
    pass,
    requests: () => reads + tries,
    tries: () => tries,
    open: () =>
      hub.join({
        ownerId: "owner",
        address: "",
        socket,
        readRevision: () => Promise.resolve(revision),
      }),
    /** Another instance commits, `lateMs` after its notification. */
    async changeElsewhere(lateMs = 0) {
      if (!lost) tell();
      await pass(lateMs);
      revision++;
    },
    /** How long it takes until the socket hears the last revision. */
    async heardAfter() {
      const startedAt = nowMs;
      while (heard.at(-1) !== revision && nowMs < startedAt + HOUR_MS) await pass(TICK_MS);
      return nowMs - startedAt;
    },
    loseNews: () => void (lost = true),
    endNews: () => end(),
    fail: () => void (failing = true),
    heal: () => void (failing = false),
    async [Symbol.asyncDispose]() {
      timers[Symbol.dispose]();
      await watching.stop();
    },
  };
}

/** Resolves once what was started by a tick is done: it waits for nothing but promises. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 12; turns++) await Promise.resolve();
}
