// When the process is asked to stop, and how long it may take.

/** The contract gives 10 s to leave; a second of it is for closing the database. */
const PATIENCE_MS = 9_000;
/** Deno Deploy evicts with SIGINT and 5 s; nobody at a terminal wants to wait longer either. */
const SHORT_PATIENCE_MS = 4_000;
/** One Ctrl+C can arrive several times: the terminal sends it to all, and each `deno task` hands it on twice. */
const ECHO_MS = 1_000;

export interface StopRequest {
  signal: Deno.Signal;
  /** How long calls in flight may go on, in ms. */
  patienceMs: number;
}

/** Resolves at the first SIGTERM or SIGINT. One after its echoes ends the process as if nobody listened. */
export async function stopRequested(): Promise<StopRequest> {
  const { promise, resolve } = Promise.withResolvers<StopRequest>();
  const onTerm = () => resolve({ signal: "SIGTERM", patienceMs: PATIENCE_MS });
  const onInt = () => resolve({ signal: "SIGINT", patienceMs: SHORT_PATIENCE_MS });
  // Windows knows no SIGTERM.
  const termKnown = Deno.build.os !== "windows";
  if (termKnown) Deno.addSignalListener("SIGTERM", onTerm);
  Deno.addSignalListener("SIGINT", onInt);
  const stop = await promise;
  const silence = setTimeout(() => {
    if (termKnown) Deno.removeSignalListener("SIGTERM", onTerm);
    Deno.removeSignalListener("SIGINT", onInt);
  }, ECHO_MS);
  // The process may well be gone by then.
  Deno.unrefTimer(silence);
  return stop;
}
