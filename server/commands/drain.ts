// Draining: once asked to, the server refuses new requests and finishes those in flight. Deno.serve's own shutdown
// discards the body of a request that is still arriving, so it has to come after this.
import type { Config } from "../config.ts";
import { bareRefusal } from "../http/bare_refusal.ts";

const RETRY_LATER = { "Retry-After": "2", "Connection": "close" };

type Handler = Deno.ServeHandler<Deno.NetAddr>;

export interface DrainableHandler {
  /** The handler to serve. */
  handler: Handler;
  /** Refuses requests from now on. Resolves once every request in flight is answered. */
  drain(): Promise<void>;
}

/** Wraps `handler` so that it can be drained. */
export function createDrainableHandler(
  handler: Handler,
  config: Pick<Config, "appOrigin">,
): DrainableHandler {
  let inFlight = 0;
  let isDraining = false;
  let onDrained = () => {};

  return {
    async handler(request, info) {
      // The answer that a busy database gives too: the server will be back in a moment.
      if (isDraining) return bareRefusal(config, "database_unavailable", RETRY_LATER);
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
