// Ports for servers that tests start. Below 32768, where the system picks none for outgoing connections;
// so many that two tests which look for one at the same moment do not find the same.

const FIRST = 22_000;
const LAST = 31_999;

let next = FIRST + Math.floor(Math.random() * (LAST - FIRST));

/** Calls `listen` with one port after the other until one is free. */
export function listenOnFreePort<T>(listen: (port: number) => T): T {
  for (let tries = 0; tries <= LAST - FIRST; tries++) {
    next = next === LAST ? FIRST : next + 1;
    try {
      return listen(next);
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
  throw new Error(`Cannot listen: ports ${FIRST} to ${LAST} are all in use`);
}

/** A port that nobody listens on at this moment, for a process that is about to start. */
export function freePort(): number {
  return listenOnFreePort((port) => {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return port;
  });
}
