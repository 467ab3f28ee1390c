// The rooms: which connections are told that an owner's requests have changed (docs/live.md).
import type { RoomEvent } from "../contract/realtime.ts";
import { isDoneWithin } from "../timer.ts";

interface Caps {
  /** For each address at one cafe, and for each person. */
  perClient: number;
  /** For all cafes of one address. */
  perAddress: number;
  total: number;
}

/** Of guests, and of people in whose browser someone has logged in. Guests take no place of theirs (docs/live.md#caps). */
interface HubCaps {
  guests: Caps;
  people: Caps;
}

const DEFAULT_CAPS: HubCaps = {
  guests: { perClient: 500, perAddress: 5_000, total: 20_000 },
  people: { perClient: 500, perAddress: 500, total: 2_000 },
};
const UNBOUNDED: Caps = { perClient: Infinity, perAddress: Infinity, total: Infinity };
/** For RATE_LIMITS=off. */
export const NO_CAPS: HubCaps = { guests: UNBOUNDED, people: UNBOUNDED };
/** Sockets that were sent a close count until they are gone, so a tenth more than the caps may be open. */
const CLOSING_ALLOWANCE = 1.1;

/** Whose connection it is. */
export interface Client {
  ownerId: string;
  address: string;
  /** The account that has logged in in this browser, if one has. */
  person?: string;
}

/** Counts connections. */
function createCount(caps: HubCaps) {
  const counts = new Map<string, number>();
  const of = (key: string) => counts.get(key) ?? 0;

  /** What the connection counts for, and how many each may have. */
  function bounds({ ownerId, address, person }: Client): [key: string, max: number][] {
    const kind = person === undefined ? "guests" : "people";
    const { perClient, perAddress, total } = caps[kind];
    const client = person === undefined ? `${address} ${ownerId}` : `account ${person}`;
    return [[client, perClient], [`${kind} at ${address}`, perAddress], [kind, total]];
  }

  function change(client: Client, by: number): void {
    for (const [key] of bounds(client)) {
      if (of(key) + by === 0) counts.delete(key);
      else counts.set(key, of(key) + by);
    }
  }

  return {
    /** Whether this client may open one more, perhaps just to be sent a close code. */
    mayConnect: (client: Client) =>
      bounds(client).every(([key, max]) => of(key) < max * CLOSING_ALLOWANCE),

    /** Returns whether the new connection is within the caps. */
    add(client: Client): boolean {
      change(client, 1);
      return bounds(client).every(([key, max]) => of(key) <= max);
    },
    remove: (client: Client) => change(client, -1),
  };
}

interface Room {
  /** The highest revision that was announced here, or read for a connection that joined. */
  revision: number;
  /** Never again if the cafe is gone. */
  confirmedUntilMs: number;
  isClosed: boolean;
  /** The connections, and whether each has been sent `ready`. Only those that have are told of changes. */
  sockets: Map<WebSocket, boolean>;
}

function emptyRoom(): Room {
  return { revision: 0, confirmedUntilMs: -Infinity, isClosed: false, sockets: new Map() };
}

/** Close codes: RFC 6455, 7.4.1, and the IANA registry of WebSocket close codes. */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/** A connection with more unread data than this is closed. It fetches when it reconnects. */
const MAX_UNREAD_BYTES = 64 * 1024;

function send(socket: WebSocket, message: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.close(POLICY_VIOLATION, "too slow");
  else socket.send(message);
}

function encode(event: RoomEvent): string {
  return JSON.stringify(event);
}

export interface Hub {
  /** Tells the owner's room that this revision is committed. A revision is announced once, and never a lower one. */
  announce(ownerId: string, revision: number): void;
  /** Calls `listener` whenever a revision is announced, of any owner. Returns a function that ends it. */
  listen(listener: (ownerId: string) => void): () => void;
  /** Whether this client may open one more socket, perhaps just to be sent a close code. */
  mayConnect(client: Client): boolean;
  /** Adds an open socket to its room. It hears `ready` first, and then every later revision. */
  join(connection: Connection): void;
  /** The owners whose rooms have connections. */
  openRooms(): string[];
  /** Rises with each announcement to an open room, and with each room that opens. */
  activity(): number;
  /**
   * Announces a revision that was read from the database. It counts as current until `untilMs`, a time of
   * `performance.now`: until then it is the database's, but for the commits that others make meanwhile.
   */
  confirm(ownerId: string, revision: number, untilMs: number): void;
  /** The room's revision, if it counts as current now. */
  confirmedRevision(ownerId: string): number | undefined;
  /** From now on the room's revision does not count as current. `isClosed` if its cafe is gone for good. */
  distrust(ownerId: string, isClosed?: boolean): void;
  /** How many connections of the owner's room would hear a change now. */
  subscriberCount(ownerId: string): number;
  /** Closes every connection because the server stops. Resolves once all are gone, or after 3 seconds. */
  closeAll(): Promise<void>;
}

interface Connection extends Client {
  socket: WebSocket;
  /** Reads the room's revision. It is called after the socket has joined, so that no change falls in between. */
  readRevision: () => Promise<number>;
}

/** How long connections may take to answer the close when the server stops. */
const CLOSE_TIMEOUT_MS = 3_000;

export function createHub(caps = DEFAULT_CAPS, now = () => performance.now()): Hub {
  const rooms = new Map<string, Room>();
  const sockets = new Set<WebSocket>();
  const count = createCount(caps);
  let onEmpty = () => {};
  let activity = 0;
  const listeners = new Set<(ownerId: string) => void>();

  return {
    announce,

    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    mayConnect: count.mayConnect,

    join(connection) {
      const { ownerId, socket } = connection;
      sockets.add(socket);
      const isWithinCaps = count.add(connection);
      socket.onclose = () => remove(connection);
      socket.onmessage = () => socket.close(POLICY_VIOLATION, "listen only");
      if (!isWithinCaps) return socket.close(TRY_AGAIN_LATER, "too many sockets");
      const room = rooms.get(ownerId) ?? openRoom(ownerId);
      room.sockets.set(socket, false);
      connection.readRevision().then(
        (revision) => subscribe(connection, room, revision),
        () => socket.close(TRY_AGAIN_LATER, "try again"),
      );
    },

    openRooms: () => [...rooms.keys()],
    activity: () => activity,

    confirm(ownerId, revision, untilMs) {
      announce(ownerId, revision);
      const room = rooms.get(ownerId);
      // A lower one was read before the latest announcement.
      if (room?.revision === revision && !room.isClosed) room.confirmedUntilMs = untilMs;
    },
    confirmedRevision(ownerId) {
      const room = rooms.get(ownerId);
      return room && room.confirmedUntilMs > now() ? room.revision : undefined;
    },
    distrust(ownerId, isClosed = false) {
      const room = rooms.get(ownerId);
      if (room) Object.assign(room, { confirmedUntilMs: -Infinity, isClosed });
    },

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

  function openRoom(ownerId: string): Room {
    const room = emptyRoom();
    rooms.set(ownerId, room);
    activity++;
    return room;
  }

  function announce(ownerId: string, revision: number): void {
    for (const listener of listeners) listener(ownerId);
    const room = rooms.get(ownerId);
    if (!room || revision <= room.revision) return;
    room.revision = revision;
    activity++;
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

  function remove(connection: Connection): void {
    const { ownerId, socket } = connection;
    // Deno reports the close of a dead connection twice.
    if (!sockets.delete(socket)) return;
    count.remove(connection);
    const room = rooms.get(ownerId);
    room?.sockets.delete(socket);
    if (room?.sockets.size === 0) rooms.delete(ownerId);
    if (sockets.size === 0) onEmpty();
  }
}
