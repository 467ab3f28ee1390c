// A guest's socket that remembers what it heard.
import type { RoomEvent } from "../../../server/contract/realtime.ts";

export interface Listener extends AsyncDisposable {
  /** The next event, waiting for it where none has come. */
  next(): Promise<RoomEvent>;
  /** Resolves to the close's code. */
  closed: Promise<number>;
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
      return event ? Promise.resolve(event) : new Promise((resolve) => waiting.push(resolve));
    },
    closed,
    socket,
    async [Symbol.asyncDispose]() {
      socket.close();
      await closed;
    },
  };
}
