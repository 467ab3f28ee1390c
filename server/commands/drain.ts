// Draining: once asked to, the server refuses new requests and finishes those in flight. Deno.serve's own shutdown
// discards the body of a request that is still arriving, so it has to come after this.
import { ERROR_TABLE } from "../http/error_table.ts";

type Handler = Deno.ServeHandler<Deno.NetAddr>;

export interface DrainableHandler {
  /** The handler to serve. */
  handler: Handler;
  /** Refuses requests from now on. Resolves once every request in flight is answered. */
  drain(): Promise<void>;
}

/** Wraps `handler` so that it can be drained. */
export function createDrainableHandler(handler: Handler): DrainableHandler {
  let inFlight = 0;
  let isDraining = false;
  let onDrained = () => {};

  return {
    async handler(request, info) {
      if (isDraining) return refusal();
      inFlight += 1;
      try {
        return await handler(request, info);
      } finally {
        inFlight -= 1;
        if (inFlight === 0) onDrained();
      }
    },
    drain() {
      isDraining = true;
      return inFlight === 0 ? Promise.resolve() : new Promise((resolve) => onDrained = resolve);
    },
  };
}

/** The answer that a busy database gives too: the server will be back in a moment. */
function refusal(): Response {
  const [status, msg] = ERROR_TABLE.database_unavailable;
  return Response.json({ msg }, {
    status,
    headers: {
      "Retry-After": "2",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      Connection: "close",
    },
  });
}
