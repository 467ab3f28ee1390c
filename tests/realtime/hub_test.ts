import { strict as assert } from "node:assert";
import { createHub, type Hub } from "../../server/realtime/hub.ts";

Deno.test("a connection hears ready first, with the changes that were announced before", async () => {
  const hub = createHub();
  const revision = Promise.withResolvers<number>();
  const early = enter(hub, { readRevision: () => revision.promise });
  hub.announce("owner", 8);
  assert.deepEqual(early.heard, []);
  revision.resolve(7);
  await revision.promise;
  await Promise.resolve();
  assert.deepEqual(early.heard, [{ type: "ready", revision: 8 }]);
  hub.announce("owner", 9);
  assert.deepEqual(early.heard[1], { type: "queue_updated", ownerId: "owner", revision: 9 });
});

Deno.test("announce never repeats a revision or sends a lower one after a higher", async () => {
  const hub = createHub();
  const guest = await entered(hub);
  for (const revision of [2, 2, 1, 4, 3, 4, 5]) hub.announce("owner", revision);
  assert.deepEqual(guest.heard.map((event) => event.revision), [0, 2, 4, 5]);
});

Deno.test("a revision that a new connection reads first is announced to the others, once", async () => {
  const hub = createHub();
  const guest = await entered(hub);
  // Another instance has committed, and its change is read here before it is announced.
  await entered(hub, { readRevision: () => Promise.resolve(1) });
  hub.announce("owner", 1);
  assert.deepEqual(guest.heard.slice(1), [
    { type: "queue_updated", ownerId: "owner", revision: 1 },
  ]);
});

Deno.test("announce reaches one room alone, and empty rooms are removed", async () => {
  const hub = createHub();
  const here = await entered(hub, { ownerId: "here" });
  const there = await entered(hub, { ownerId: "there" });
  hub.announce("here", 1);
  hub.announce("nowhere", 1);
  assert.deepEqual([here.heard.length, there.heard.length], [2, 1]);
  assert.deepEqual(hub.openRooms(), ["here", "there"]);
  here.gone();
  assert.deepEqual(hub.openRooms(), ["there"]);
});

Deno.test("a close that is reported twice frees one place", async () => {
  const hub = createHub(guestCaps({ perClient: 2 }));
  const dead = await entered(hub);
  await entered(hub);
  dead.gone();
  dead.gone();
  const third = await entered(hub);
  const fourth = enter(hub);
  assert.equal(third.closedWith, undefined);
  assert.equal(fourth.closedWith, 1013);
});

Deno.test("a socket over the total cap is sent a close, whatever its address", async () => {
  const hub = createHub(guestCaps({ total: 2 }));
  await entered(hub, { address: "a" });
  await entered(hub, { address: "b" });
  assert.equal(enter(hub, { address: "c" }).closedWith, 1013);
});

Deno.test("a hub has 20 000 connections, and the next is sent a close", () => {
  const hub = createHub();
  const crowd = Array.from({ length: 20_001 }, (_, i) => enter(hub, { address: `${i}` }));
  assert.equal(crowd[19_999]!.closedWith, undefined);
  assert.equal(crowd[20_000]!.closedWith, 1013);
});

Deno.test("a socket that was sent a close counts until it is gone, and mayConnect is false for an address full of them", () => {
  const hub = createHub(guestCaps({ perClient: 10 }));
  const crowd = Array.from({ length: 11 }, () => enter(hub));
  assert.equal(crowd[10]!.closedWith, 1013);
  assert.equal(hub.mayConnect({ ownerId: "owner", address: "203.0.113.7" }), false);
  assert.equal(hub.mayConnect({ ownerId: "owner", address: "203.0.113.8" }), true);
  crowd[0]!.gone();
  assert.equal(hub.mayConnect({ ownerId: "owner", address: "203.0.113.7" }), true);
});

Deno.test("an address at one cafe has its places, those of another cafe there have theirs, up to what all of an address have", () => {
  const hub = createHub(guestCaps({ perClient: 2, perAddress: 4 }));
  const closed = ["one", "one", "one", "two", "two", "three"]
    .map((ownerId) => enter(hub, { ownerId }).closedWith);
  assert.deepEqual(closed, [undefined, undefined, 1013, undefined, 1013, 1013]);
  assert.equal(enter(hub, { address: "203.0.113.8" }).closedWith, undefined);
});

Deno.test("guests who have every place of an address, or every place of all, leave those of people", () => {
  const hub = createHub(guestCaps({ perClient: 2, total: 3 }));
  for (const address of ["a", "a", "a", "b", "b"]) enter(hub, { address });
  assert.equal(hub.mayConnect({ ownerId: "owner", address: "a" }), false);
  const here = { ownerId: "owner", address: "a", person: "owner" };
  assert.equal(hub.mayConnect(here), true);
  assert.equal(enter(hub, here).closedWith, undefined);
});

Deno.test("a socket that sends a message or has over 64 KB unread is closed and hears nothing more", async () => {
  const hub = createHub();
  const talker = await entered(hub);
  const laggard = await entered(hub);
  talker.socket.onmessage?.(new MessageEvent("message", { data: "hello" }));
  assert.equal(talker.closedWith, 1008);
  laggard.socket.bufferedAmount = 64 * 1024;
  hub.announce("owner", 1);
  assert.equal(laggard.closedWith, undefined);
  laggard.socket.bufferedAmount += 1;
  hub.announce("owner", 2);
  hub.announce("owner", 3);
  assert.equal(laggard.closedWith, 1008);
  assert.deepEqual(laggard.heard.map((event) => event.revision), [0, 1]);
  assert.deepEqual(talker.heard.length, 1);
  assert.equal(hub.subscriberCount("owner"), 0);
});

Deno.test("a socket is sent a close if the revision cannot be read", async () => {
  const hub = createHub();
  const guest = enter(hub, { readRevision: () => Promise.reject(new Error("database is busy")) });
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(guest.closedWith, 1013);
  assert.deepEqual(guest.heard, []);
});

Deno.test("closeAll closes every connection with 1001 and waits until all are closed", async () => {
  const hub = createHub();
  await hub.closeAll();
  const guests = [await entered(hub), await entered(hub)];
  let done = false;
  const closing = hub.closeAll().then(() => done = true);
  assert.deepEqual(guests.map((guest) => guest.closedWith), [1001, 1001]);
  guests[0]!.gone();
  await Promise.resolve();
  assert.equal(done, false);
  guests[1]!.gone();
  await closing;
});

/** The part of a WebSocket that the hub uses. */
class FakeSocket {
  readyState = WebSocket.OPEN as number;
  bufferedAmount = 0;
  onclose: (() => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  heard: { type: string; revision: number }[] = [];
  closedWith?: number;
  send = (message: string) => void this.heard.push(JSON.parse(message));
  close(code: number) {
    this.closedWith ??= code;
    this.readyState = WebSocket.CLOSING;
  }
}

/** Few places for guests, and enough for people. */
function guestCaps(caps: Partial<Record<"perClient" | "perAddress" | "total", number>>) {
  const enough = { perClient: 1_000, perAddress: 1_000, total: 1_000 };
  return { guests: { ...enough, ...caps }, people: enough };
}

interface Entering {
  ownerId?: string;
  address?: string;
  person?: string;
  readRevision?: () => Promise<number>;
}

function enter(
  hub: Hub,
  {
    ownerId = "owner",
    address = "203.0.113.7",
    person,
    readRevision = () => Promise.resolve(0),
  }: Entering = {},
) {
  const socket = new FakeSocket();
  hub.join({ ownerId, address, person, socket: socket as unknown as WebSocket, readRevision });
  return {
    socket,
    heard: socket.heard,
    gone: () => socket.onclose?.(),
    get closedWith() {
      return socket.closedWith;
    },
  };
}

async function entered(hub: Hub, entering?: Entering) {
  const guest = enter(hub, entering);
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(guest.heard[0]?.type, "ready");
  return guest;
}
