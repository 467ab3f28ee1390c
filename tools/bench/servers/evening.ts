// What the calls to a server are made of: its cafes, and guests that it knows.
import { type Call, queueCall, submitCall } from "../client/calls.ts";
import type { Cafes } from "./cafes.ts";
import { newGuests } from "./guests.ts";
import type { Server } from "./server.ts";

const GUESTS = 50;

export interface Evening {
  server: Server;
  queue: Call;
  /** The cafe's page, as each guest opens it. */
  page: Call[];
  /** A request from each guest in turn, to each cafe in turn. */
  submit: Call[];
}

export async function eveningAt(server: Server, { owners, songs }: Cafes): Promise<Evening> {
  const { ownerId, cafeId } = owners[0]!;
  // Guests whose page shows no requests of their own, and guests who send them.
  const readers = await newGuests(server, cafeId, GUESTS);
  const senders = await newGuests(server, cafeId, GUESTS);
  return {
    server,
    queue: queueCall(ownerId),
    page: readers.map((cookie) => ({ method: "GET", path: `/cafe/${cafeId}`, cookie })),
    submit: senders.flatMap((cookie) =>
      owners.map(({ ownerId }, i) => submitCall(ownerId, songs[i]!, cookie))
    ),
  };
}
