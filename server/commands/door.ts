// The way in: open while the server runs, shut once it was asked to stop, with those inside still served.
// Deno.serve's own shutdown takes away the body of a request that is still arriving, so it has to come after.
import { ERROR_TABLE } from "../http/error_table.ts";

type Handler = Deno.ServeHandler<Deno.NetAddr>;

export interface Door {
  /** What to serve. */
  handler: Handler;
  /** Turns newcomers away from now on; resolves when everybody inside has an answer. */
  shut(): Promise<void>;
}

/** A door before `handler`. */
export function createDoor(handler: Handler): Door {
  let inside = 0;
  let open = true;
  let emptied = () => {};

  return {
    async handler(request, info) {
      if (!open) return turnedAway();
      inside += 1;
      try {
        return await handler(request, info);
      } finally {
        inside -= 1;
        if (inside === 0) emptied();
      }
    },
    shut() {
      open = false;
      return inside === 0 ? Promise.resolve() : new Promise((resolve) => emptied = resolve);
    },
  };
}

/** The same refusal as for a busy database: it will be back in a moment. */
function turnedAway(): Response {
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
