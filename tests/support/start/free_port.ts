// Ports for servers that tests start. Below 32768, where the system picks none for outgoing connections. Each file
// of tests that runs beside others has a hundred of its own, so that none is taken between being found free and
// being listened on, which a process that has yet to start does seconds later.

const FIRST = 22_000;
const LAST = 31_999;
const EACH = 100;

/** Listening on its first port is what makes a block one's own, until this file of tests has ended. */
const claim = claimBlock();
const { port: first } = claim.addr;
let next = first;

/** Calls `listen` with one port after the other until one is free. */
export function listenOnFreePort<T>(listen: (port: number) => T): T {
  for (let tries = 1; tries < EACH; tries++) {
    next = next === first + EACH - 1 ? first + 1 : next + 1;
    const listening = ifFree(() => listen(next));
    if (listening !== undefined) return listening;
  }
  throw new Error(`Cannot listen: ports ${first + 1} to ${first + EACH - 1} are all in use`);
}

/** A free port, for a process that is about to start. */
export function freePort(): number {
  return listenOnFreePort((port) => {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return port;
  });
}

/** A block of ports that no other test process holds. The search begins at random, so that searches seldom collide. */
function claimBlock(): Deno.TcpListener {
  const blocks = (LAST + 1 - FIRST) / EACH;
  const anywhere = Math.floor(Math.random() * blocks);
  for (let tries = 0; tries < blocks; tries++) {
    const port = FIRST + (anywhere + tries) % blocks * EACH;
    const listener = ifFree(() => Deno.listen({ hostname: "127.0.0.1", port }));
    if (listener) return listener;
  }
  throw new Error(`Cannot listen: every ${EACH}th port from ${FIRST} to ${LAST} is in use`);
}

/** What `listen` returns, or undefined if the port is in use. */
function ifFree<T>(listen: () => T): T | undefined {
  try {
    return listen();
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
  }
}
