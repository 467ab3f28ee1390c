// A guest's socket that remembers what it heard.
import type { RoomEvent } from "../../../server/contract/realtime.ts";
import { inTime } from "../time/until.ts";

interface Listener extends AsyncDisposable {
  /** Returns the next event, or waits for it. @throws Error if none comes within a minute */
  next(): Promise<RoomEvent>;
  /** Resolves to the code of the close. @throws Error if none comes within a minute */
  readonly closed: Promise<number>;
  socket: WebSocket;
}

/** Opens a socket in the owner's room. */
export function listen(wsOrigin: string, ownerId: string): Listener {
  const socket = new WebSocket(`${wsOrigin}/api/realtime?ownerId=${ownerId}`);
  const heard: RoomEvent[] = [];
  const waiting: ((event: RoomEvent) => void)[] = [];
  const { promise: closed, resolve: close } = Promise.withResolvers<number>();
  socket.onmessage = ({ data }) => {
    const event: RoomEvent = JSON.parse(data);
    const waiter = waiting.shift();
    if (waiter) waiter(event);
    else heard.push(event);
  };
  socket.onclose = ({ code }) => close(code);
  return {
    next: () => {
      const event = heard.shift();
      if (event) return Promise.resolve(event);
      return inTime(new Promise((resolve) => waiting.push(resolve)), "an event in the room");
    },
    get closed() {
      return inTime(closed, "the socket to be closed");
    },
    socket,
    async [Symbol.asyncDispose]() {
      socket.close();
      await this.closed;
    },
  };
}
