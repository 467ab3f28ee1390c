// The rooms: who is told that an owner's requests have changed.
import type { RoomEvent } from "../contract/realtime.ts";

export interface Hub {
  /** Tells the owner's room that the change with this revision is committed, once and never backwards. */
  announce(ownerId: string, revision: number): void;
  /** Whether so much as a refusal can be sent over one more socket of this address. */
  accepts(address: string): boolean;
  /** Lets an opened socket in. It hears `ready` first, then every change after that revision. */
  enter(visitor: Visitor): void;
  /** The owners whose rooms somebody is in. */
  occupied(): string[];
  /** How many in the owner's room would hear a change now. */
  audience(ownerId: string): number;
  /** Sends every socket a close that says the server is going away; resolves once all are gone. */
  closeAll(): Promise<void>;
}

export interface Visitor {
  ownerId: string;
  address: string;
  socket: WebSocket;
  /** Reads the room's revision, after the socket has entered so that no change falls in between. */
  readRevision: () => Promise<number>;
}

/** The most sockets (contract: Limits). */
export interface Caps {
  perAddress: number;
  inAll: number;
}

const CAPS: Caps = { perAddress: 500, inAll: 20_000 };
/** Where RATE_LIMITS is off. */
export const NO_CAPS: Caps = { perAddress: Infinity, inAll: Infinity };
/** Room beyond the caps for sockets that were sent a close and are not gone: a tenth more. */
const LINGERING = 1.1;
/** A socket that lets more than this pile up unread is sent a close: it can fetch when it is back. */
const MOST_UNREAD_BYTES = 64 * 1024;
/** How long sockets may take to answer the close at shutdown. */
const FAREWELL_MS = 3_000;

/** RFC 6455, 7.4.1, and the registry it founded. */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

interface Room {
  /** The highest revision that was announced here or read by who entered. */
  revision: number;
  /** Everybody inside; `true` once ready, who alone are told. */
  sockets: Map<WebSocket, boolean>;
}

/** An empty house. */
export function createHub({ perAddress, inAll }: Caps = CAPS): Hub {
  const rooms = new Map<string, Room>();
  const present = new Set<WebSocket>();
  const counts = new Map<string, number>();
  let emptied = () => {};

  return {
    announce,

    accepts: (address) =>
      present.size < inAll * LINGERING && (counts.get(address) ?? 0) < perAddress * LINGERING,

    enter(visitor) {
      const { ownerId, address, socket } = visitor;
      present.add(socket);
      counts.set(address, (counts.get(address) ?? 0) + 1);
      socket.onclose = () => leave(visitor);
      socket.onmessage = () => socket.close(POLICY_VIOLATION, "listen only");
      if (present.size > inAll || counts.get(address)! > perAddress) {
        return socket.close(TRY_AGAIN_LATER, "too many sockets");
      }
      const room = rooms.get(ownerId) ?? { revision: 0, sockets: new Map() };
      rooms.set(ownerId, room);
      room.sockets.set(socket, false);
      visitor.readRevision().then(
        (revision) => welcome(visitor, room, revision),
        () => socket.close(TRY_AGAIN_LATER, "try again"),
      );
    },

    occupied: () => [...rooms.keys()],
    audience: (ownerId) =>
      [...rooms.get(ownerId)?.sockets ?? []].filter(([{ readyState }, ready]) =>
        ready && readyState === WebSocket.OPEN
      ).length,

    async closeAll() {
      const gone = new Promise<void>((resolve) => emptied = resolve);
      for (const socket of present) socket.close(GOING_AWAY, "restarting");
      if (present.size === 0) return;
      let timer;
      const late = new Promise<void>((resolve) => timer = setTimeout(resolve, FAREWELL_MS));
      await Promise.race([gone, late]);
      clearTimeout(timer);
    },
  };

  function announce(ownerId: string, revision: number): void {
    const room = rooms.get(ownerId);
    if (!room || revision <= room.revision) return;
    room.revision = revision;
    const message = encode({ type: "queue_updated", ownerId, revision });
    for (const [socket, ready] of room.sockets) if (ready) tell(socket, message);
  }

  // Changes announced while the revision was read are in the room's revision already. What was read before
  // anybody announced it is news to the others, and would be taken for known when it is announced.
  function welcome({ ownerId, socket }: Visitor, room: Room, revision: number): void {
    if (!room.sockets.has(socket)) return;
    announce(ownerId, revision);
    room.sockets.set(socket, true);
    tell(socket, encode({ type: "ready", revision: room.revision }));
  }

  // A dead peer's close is reported twice; it is gone once.
  function leave({ ownerId, address, socket }: Visitor): void {
    if (!present.delete(socket)) return;
    const left = counts.get(address)! - 1;
    if (left === 0) counts.delete(address);
    else counts.set(address, left);
    const room = rooms.get(ownerId);
    room?.sockets.delete(socket);
    if (room?.sockets.size === 0) rooms.delete(ownerId);
    if (present.size === 0) emptied();
  }
}

function tell(socket: WebSocket, message: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.close(POLICY_VIOLATION, "too slow");
  else socket.send(message);
}

function encode(event: RoomEvent): string {
  return JSON.stringify(event);
}
