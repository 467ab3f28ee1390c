// Which page the running code belongs to: its time and its network are not those of the process that serves.
import { AsyncLocalStorage } from "node:async_hooks";

/** What a browser gives a page. */
export interface Surroundings {
  now(): number;
  fetch(address: string, init?: RequestInit): Promise<Response>;
  after(ms: number, work: () => void): () => void;
}

const inside = new AsyncLocalStorage<Surroundings | undefined>();
// Bound, because Deno 2.5 calls its timers for no other object.
const real = {
  ...{ fetch: globalThis.fetch, now: Date.now },
  setTimeout: setTimeout.bind(globalThis),
  clearTimeout: clearTimeout.bind(globalThis),
};
const timers = new Map<number, () => void>();
/** Numbers that the process's own timers do not reach. */
let lastTimer = 2 ** 40;

/** Runs `work`, and what follows from it, with these surroundings. */
export function onPage<T>(surroundings: Surroundings, work: () => T): T {
  return inside.run(surroundings, work);
}

/** Runs `work` as the process that serves, although a page has called it. */
export function offPage<T>(work: () => T): T {
  return inside.run(undefined, work);
}

/** From now on, until it is disposed, code that runs on a page has that page's time and network. */
export function holdPages(): Disposable {
  globalThis.fetch = (input, init) => {
    const page = inside.getStore();
    return page ? page.fetch(String(input), init) : real.fetch(input, init);
  };
  Date.now = () => inside.getStore()?.now() ?? real.now();
  globalThis.setTimeout = ((work: () => void, ms = 0, ...rest: unknown[]) => {
    const page = inside.getStore();
    if (!page) return real.setTimeout(work, ms, ...rest as []);
    const id = ++lastTimer;
    const cancel = page.after(ms, () => {
      timers.delete(id);
      onPage(page, work);
    });
    timers.set(id, cancel);
    return id;
  }) as typeof setTimeout;
  globalThis.clearTimeout = (id) => {
    timers.get(Number(id))?.();
    if (!timers.delete(Number(id))) real.clearTimeout(id);
  };
  return {
    [Symbol.dispose]() {
      globalThis.fetch = real.fetch;
      Date.now = real.now;
      globalThis.setTimeout = real.setTimeout;
      globalThis.clearTimeout = real.clearTimeout;
      timers.clear();
    },
  };
}
