// The rooms: which connections are told that an owner's requests have changed (docs/live.md).
import type { RoomEvent } from "../contract/realtime.ts";
import { isDoneWithin } from "../deadline.ts";

export interface Hub {
  /** Tells the owner's room that this revision is committed. A revision is announced once, and never a lower one. */
  announce(ownerId: string, revision: number): void;
  /** Whether this address may open one more socket, if only to be sent a close over it. */
  mayConnect(address: string): boolean;
  /** Adds an open socket to its room. It hears `ready` first, and then every later revision. */
  join(connection: Connection): void;
  /** The owners whose rooms have connections. */
  openRooms(): string[];
  /** How many connections of the owner's room would hear a change now. */
  subscriberCount(ownerId: string): number;
  /** Closes every connection because the server stops. Resolves once all are gone, or after 3 seconds. */
  closeAll(): Promise<void>;
}

export interface Connection {
  ownerId: string;
  address: string;
  socket: WebSocket;
  /** Reads the room's revision. It is called after the socket has joined, so that no change falls in between. */
  readRevision: () => Promise<number>;
}

/** Bounds for the number of connections (docs/live.md#caps). */
export interface Caps {
  perAddress: number;
  total: number;
}

const DEFAULT_CAPS: Caps = { perAddress: 500, total: 20_000 };
/** For RATE_LIMITS=off. */
export const NO_CAPS: Caps = { perAddress: Infinity, total: Infinity };
/** Sockets that were sent a close count until they are gone, so a tenth more than the caps may be open. */
const CLOSING_ALLOWANCE = 1.1;
/** A connection with more unread data than this is closed. It fetches when it reconnects. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** How long connections may take to answer the close when the server stops. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Close codes: RFC 6455, 7.4.1, and the IANA registry of WebSocket close codes. */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

interface Room {
  /** The highest revision that was announced here, or read for a connection that joined. */
  revision: number;
  /** The connections, and whether each has been sent `ready`. Only those that have are told of changes. */
  sockets: Map<WebSocket, boolean>;
}

/** Creates a hub without connections. */
export function createHub({ perAddress, total }: Caps = DEFAULT_CAPS): Hub {
  const rooms = new Map<string, Room>();
  const sockets = new Set<WebSocket>();
  const countByAddress = new Map<string, number>();
  let onEmpty = () => {};

  return {
    announce,

    mayConnect: (address) =>
      sockets.size < total * CLOSING_ALLOWANCE &&
      (countByAddress.get(address) ?? 0) < perAddress * CLOSING_ALLOWANCE,

    join(connection) {
      const { ownerId, address, socket } = connection;
      sockets.add(socket);
      countByAddress.set(address, (countByAddress.get(address) ?? 0) + 1);
      socket.onclose = () => remove(connection);
      socket.onmessage = () => socket.close(POLICY_VIOLATION, "listen only");
      if (sockets.size > total || countByAddress.get(address)! > perAddress) {
        return socket.close(TRY_AGAIN_LATER, "too many sockets");
      }
      const room = rooms.get(ownerId) ?? { revision: 0, sockets: new Map() };
      rooms.set(ownerId, room);
      room.sockets.set(socket, false);
      connection.readRevision().then(
        (revision) => subscribe(connection, room, revision),
        () => socket.close(TRY_AGAIN_LATER, "try again"),
      );
    },

    openRooms: () => [...rooms.keys()],
    subscriberCount: (ownerId) =>
      [...rooms.get(ownerId)?.sockets ?? []].filter(([{ readyState }, ready]) =>
        ready && readyState === WebSocket.OPEN
      ).length,

    async closeAll() {
      const empty = new Promise<void>((resolve) => onEmpty = resolve);
      for (const socket of sockets) socket.close(GOING_AWAY, "restarting");
      if (sockets.size > 0) await isDoneWithin(CLOSE_TIMEOUT_MS, empty);
    },
  };

  function announce(ownerId: string, revision: number): void {
    const room = rooms.get(ownerId);
    if (!room || revision <= room.revision) return;
    room.revision = revision;
    const message = encode({ type: "queue_updated", ownerId, revision });
    for (const [socket, ready] of room.sockets) if (ready) send(socket, message);
  }

  // The revision may have been read before its commit was announced. The room hears it here, because the later
  // announcement of a revision that the room already has is dropped.
  function subscribe({ ownerId, socket }: Connection, room: Room, revision: number): void {
    if (!room.sockets.has(socket)) return;
    announce(ownerId, revision);
    room.sockets.set(socket, true);
    send(socket, encode({ type: "ready", revision: room.revision }));
  }

  function remove({ ownerId, address, socket }: Connection): void {
    // Deno reports the close of a dead connection twice.
    if (!sockets.delete(socket)) return;
    const left = countByAddress.get(address)! - 1;
    if (left === 0) countByAddress.delete(address);
    else countByAddress.set(address, left);
    const room = rooms.get(ownerId);
    room?.sockets.delete(socket);
    if (room?.sockets.size === 0) rooms.delete(ownerId);
    if (sockets.size === 0) onEmpty();
  }
}

function send(socket: WebSocket, message: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.close(POLICY_VIOLATION, "too slow");
  else socket.send(message);
}

function encode(event: RoomEvent): string {
  return JSON.stringify(event);
}
