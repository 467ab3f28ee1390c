// Sockets that listen in rooms in which nothing happens. At the end each room changes once, and each socket has to hear.
import { encodeCall } from "../../../tools/bench/client/calls.ts";
import { connectHttp } from "../../../tools/bench/client/http_connection.ts";
import { joinRoom } from "../../../tools/bench/client/room_socket.ts";
import { until } from "../../support/time/until.ts";
import type { Counts, IdleFlood, Running } from "./flood_plan.ts";

/** How many are being opened at a time. */
const OPENING = 50;

export async function floodIdle(
  port: number,
  { rooms, socketsInRoom }: IdleFlood,
): Promise<Running> {
  const counts: Counts = { sockets: 0, heard: 0 };
  const all = rooms.length * socketsInRoom;
  await Promise.all(Array.from({ length: OPENING }, async (_, i) => {
    for (let n = i; n < all; n += OPENING) {
      const room = n % rooms.length;
      // The guests of a cafe share one address.
      const address = `198.18.1.${room + 1}`;
      await joinRoom("siradaki", port, rooms[room]!.ownerId, () => counts.heard!++, address);
      counts.sockets!++;
    }
  }));
  return {
    async end() {
      const connection = await connectHttp(port);
      for (const { submit } of rooms) await connection.send(encodeCall(submit));
      await until(() => counts.heard === all);
      return counts;
    },
  };
}
