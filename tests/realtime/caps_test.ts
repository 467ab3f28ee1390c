// How many connections there may be, and how a connection ends whose peer is gone.
import { strict as assert } from "node:assert";
import { createOwner } from "../support/people/factories.ts";
import { type RawSocket, rawSocket } from "../support/net/raw_socket.ts";
import { type ServedApp, servedApp } from "../support/start/served_app.ts";
import { until } from "../support/time/until.ts";

/** The first byte of a whole frame (RFC 6455, 5.2). */
const TEXT = 0x81;
const PING = 0x89;
const CLOSE = 0x88;

Deno.test("an address has 500 connections, 50 more are sent a close, and the next is answered 429", async () => {
  await using app = await servedApp();
  const { ownerId } = await createOwner(app.deps);
  await using crowd = connections(app, ownerId);
  const { subscriberCount } = app.deps.hub;
  await crowd.open(500);
  await until(() => subscriberCount(ownerId) === 500);
  // They do not answer the close, and so stay open.
  for (const socket of await crowd.open(50)) assert.equal((await socket.next())?.[0], CLOSE);
  assert.equal(subscriberCount(ownerId), 500);
  const path = `/api/realtime?ownerId=${ownerId}`;
  const refused = await rawSocket(app.origin, path);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "5");
});

Deno.test("a connection is pinged after 15 s of silence, and dropped after 30 s without an answer", async () => {
  const { upgradeWebSocket } = Deno;
  const timeouts: unknown[] = [];
  // Deno's own timers, 60 times as fast.
  Deno.upgradeWebSocket = (request, options = {}) => {
    timeouts.push(options.idleTimeout);
    return upgradeWebSocket(request, { ...options, idleTimeout: options.idleTimeout! / 60 });
  };
  try {
    await using app = await servedApp();
    const { ownerId } = await createOwner(app.deps);
    await using crowd = connections(app, ownerId);
    const [silent] = await crowd.open(1);
    await until(() => app.deps.hub.subscriberCount(ownerId) === 1);
    assert.deepEqual(timeouts, [30]);
    assert.equal((await silent!.next())?.[0], TEXT, "the message that says ready");
    assert.equal((await silent!.next())?.[0], PING);
    await until(() => app.deps.hub.openRooms().length === 0);
  } finally {
    Deno.upgradeWebSocket = upgradeWebSocket;
  }
});

/** Connections of one address that never answer. */
function connections(app: ServedApp, ownerId: string) {
  const opened: RawSocket[] = [];
  return {
    async open(count: number): Promise<RawSocket[]> {
      for (let i = 0; i < count; i++) {
        const socket = await rawSocket(app.origin, `/api/realtime?ownerId=${ownerId}`);
        assert.equal(socket.status, 101);
        opened.push(socket);
      }
      return opened.slice(-count);
    },
    async [Symbol.asyncDispose]() {
      for (const { connection } of opened) connection.close();
      await until(() => app.deps.hub.openRooms().length === 0);
    },
  };
}
