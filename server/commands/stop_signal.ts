// The signals that ask the process to stop, and how long it may take (docs/running.md#signals).

/** A service manager waits 10 s. One of them is left for closing the database. */
const SIGTERM_DRAIN_TIMEOUT_MS = 9_000;
/** Deno Deploy sends SIGINT and waits 5 s. A person at a terminal should not wait longer either. */
const SIGINT_DRAIN_TIMEOUT_MS = 4_000;
/**
 * For this long, further signals are echoes of the first: the terminal signals every process, and each `deno task`
 * forwards the signal twice.
 */
const ECHO_MS = 1_000;

export interface StopRequest {
  signal: Deno.Signal;
  /** How long requests in flight may take to finish, in ms. */
  drainTimeoutMs: number;
}

/** Resolves at the first SIGTERM or SIGINT. A signal more than a second later ends the process at once. */
export async function stopRequested(): Promise<StopRequest> {
  const { promise, resolve } = Promise.withResolvers<StopRequest>();
  const onTerm = () => resolve({ signal: "SIGTERM", drainTimeoutMs: SIGTERM_DRAIN_TIMEOUT_MS });
  const onInt = () => resolve({ signal: "SIGINT", drainTimeoutMs: SIGINT_DRAIN_TIMEOUT_MS });
  // Windows has no SIGTERM.
  const hasSigterm = Deno.build.os !== "windows";
  if (hasSigterm) Deno.addSignalListener("SIGTERM", onTerm);
  Deno.addSignalListener("SIGINT", onInt);
  const stop = await promise;
  const timer = setTimeout(() => {
    if (hasSigterm) Deno.removeSignalListener("SIGTERM", onTerm);
    Deno.removeSignalListener("SIGINT", onInt);
  }, ECHO_MS);
  // The process must not wait for this timer before it exits.
  Deno.unrefTimer(timer);
  return stop;
}
