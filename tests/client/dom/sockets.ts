// WebSockets that do what a test says.

/** The client's end of a connection; the test plays the server. */
export class FakeSocket {
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {}
  /** The server sends `event`. */
  say = (event: unknown) => this.onmessage?.({ data: JSON.stringify(event) });
  /** The connection is lost. */
  drop = () => this.onclose?.();
  close = () => void (this.closed = true);
}

export interface FakeSockets extends Disposable {
  /** The one that was opened last. */
  latest(): FakeSocket;
}

/** Every `new WebSocket` of the global scope is a FakeSocket, until disposed. */
export function openSockets(): FakeSockets {
  const RealSocket = globalThis.WebSocket;
  const sockets: FakeSocket[] = [];
  globalThis.WebSocket = class extends FakeSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  } as unknown as typeof WebSocket;
  return {
    latest: () => sockets.at(-1)!,
    [Symbol.dispose]: () => void (globalThis.WebSocket = RealSocket),
  };
}
