// Measures how soon sockets hear of a request.
import type { Call } from "./calls.ts";
import type { EventPlan, EventResult } from "./event_plan.ts";
import { runWorker } from "./worker.ts";
import type { Evening } from "../servers/evening.ts";

/** A server with its cafes, and the protocol of its sockets. */
export type Listened = Evening & Pick<EventPlan, "protocol">;

/** Listens with `sockets` in each of the first `rooms` cafes while `requests` are sent there in turn. */
export async function listen(
  { server, protocol, submit }: Listened,
  { rooms, sockets, ...rest }: { rooms: number; sockets: number } & Rest,
): Promise<EventResult> {
  const result = await runWorker<EventResult>("event_worker.ts", {
    port: server.port,
    pid: server.pid,
    protocol,
    rooms: submit.slice(0, rooms).map((call) => ({
      ownerId: ownerOf(call),
      sockets,
      submit: call,
    })),
    ...rest,
  });
  server.rejectPending();
  return result;
}

type Rest = Pick<EventPlan, "requests" | "requestsPerS">;

function ownerOf({ body }: Call): string {
  return JSON.parse(body!).ownerId;
}
