// A socket in a cafe's room, of Sıradaki or of the reference.
import { type ListeningSocket, openWebSocket } from "./web_socket.ts";

/** How to reach a room: by Sıradaki's own protocol or by socket.io's. */
export type Protocol = "siradaki" | "socket.io";

/**
 * Joins the room of `ownerId`; resolves once it hears changes. `onChange` is called at each of them. `address` is where
 * the socket comes from, as a proxy would tell it.
 */
export async function joinRoom(
  protocol: Protocol,
  port: number,
  ownerId: string,
  onChange: () => void,
  address?: string,
): Promise<ListeningSocket> {
  const ready = Promise.withResolvers<void>();
  const path = protocol === "siradaki"
    ? `/api/realtime?ownerId=${ownerId}`
    : `/socket.io/?EIO=4&transport=websocket&ownerId=${ownerId}`;
  const socket = await openWebSocket(port, path, (text, socket) => {
    if (text.includes("queue_updated")) onChange();
    else if (text.includes('"ready"')) ready.resolve();
    // Engine.IO, revision 4: 0 opens and asks for 40, which connects; 2 is a ping and 3 its answer.
    else if (protocol === "socket.io" && text.startsWith("0")) void socket.send("40");
    else if (text === "2") void socket.send("3");
  }, address);
  await ready.promise;
  return socket;
}
