// What is sent to a socket: messages, and the codes that it is closed with.
import type { RoomEvent } from "../contract/realtime.ts";

/** Close codes: RFC 6455, 7.4.1, and the IANA registry of WebSocket close codes. */
export const GOING_AWAY = 1001;
export const POLICY_VIOLATION = 1008;
export const TRY_AGAIN_LATER = 1013;

/** A connection with more unread data than this is closed. It fetches when it reconnects. */
const MAX_UNREAD_BYTES = 64 * 1024;

export function send(socket: WebSocket, message: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.close(POLICY_VIOLATION, "too slow");
  else socket.send(message);
}

export function encode(event: RoomEvent): string {
  return JSON.stringify(event);
}
