// What the hub knows of one room.

export interface Room {
  /** The highest revision that was announced here, or read for a connection that joined. */
  revision: number;
  /** Never again if the cafe is gone. */
  confirmedUntilMs: number;
  isClosed: boolean;
  /** The connections, and whether each has been sent `ready`. Only those that have are told of changes. */
  sockets: Map<WebSocket, boolean>;
}

export function emptyRoom(): Room {
  return { revision: 0, confirmedUntilMs: -Infinity, isClosed: false, sockets: new Map() };
}
