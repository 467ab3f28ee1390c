import { strict as assert } from "node:assert";
import { createHub, type Hub, NO_CAPS } from "../../server/realtime/hub.ts";
import { createOwner } from "../support/people/factories.ts";
import { listen } from "../support/net/listener.ts";
import { rawSocket } from "../support/net/raw_socket.ts";
import { decide, submit } from "../support/people/requests.ts";
import { servedApp } from "../support/start/served_app.ts";
import { until } from "../support/time/until.ts";

Deno.test("GET /api/realtime sends ready with the revision, then every change of that room alone", async () => {
  await using app = await servedApp();
  const one = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  const { _id } = await submit(app, one.ownerId);
  await using here = listen(app.wsOrigin, one.ownerId);
  await using there = listen(app.wsOrigin, other.ownerId);
  assert.deepEqual(await here.next(), { type: "ready", revision: 1 });
  assert.deepEqual(await there.next(), { type: "ready", revision: 0 });

  await decide(app, one.token, _id, "approved");
  await decide(app, one.token, _id, "approved");
  await decide(app, one.token, _id, "rejected");
  const changed = { type: "queue_updated", ownerId: one.ownerId };
  assert.deepEqual(await here.next(), { ...changed, revision: 2 });
  assert.deepEqual(await here.next(), { ...changed, revision: 3 });

  await submit(app, other.ownerId);
  assert.deepEqual(await there.next(), {
    type: "queue_updated",
    ownerId: other.ownerId,
    revision: 1,
  });
});

Deno.test("GET /api/realtime answers 404 for an unknown owner, and 400 without one or without a handshake", async () => {
  await using app = await servedApp();
  const { ownerId } = await createOwner(app.deps);
  const upgrade = (path: string, headers?: Record<string, string>) =>
    rawSocket(app.origin, path, headers).then((socket) => socket.status);
  assert.equal(await upgrade("/api/realtime?ownerId=nobody"), 404);
  assert.equal(await upgrade("/api/realtime"), 400);
  const room = `/api/realtime?ownerId=${ownerId}`;
  assert.equal(await upgrade(room, { "Sec-WebSocket-Key": "" }), 400);
  assert.equal(await upgrade(room, { Connection: "keep-alive" }), 400);
  const plain = await app.call("GET", room);
  assert.equal(plain.status, 400);
  assert.equal(typeof (await plain.json()).msg, "string");
});

Deno.test("GET /api/realtime answers 426 to a handshake of another version or none, and names 13", async () => {
  await using app = await servedApp();
  const { ownerId } = await createOwner(app.deps);
  for (const version of ["8", "14", "013", "nine", ""]) {
    for (const id of [ownerId, "nobody"]) {
      const path = `/api/realtime?ownerId=${id}`;
      const refused = await rawSocket(app.origin, path, { "Sec-WebSocket-Version": version });
      assert.equal(refused.status, 426, version);
      assert.equal(refused.headers.get("sec-websocket-version"), "13");
      assert.equal(refused.headers.get("upgrade"), "websocket");
    }
  }
});

Deno.test("GET /api/realtime answers 403 to another site's Origin, and accepts the product's, the host's and none", async () => {
  await using app = await servedApp({ APP_ORIGIN: "https://kafe.example" });
  const { ownerId } = await createOwner(app.deps);
  const path = `/api/realtime?ownerId=${ownerId}`;
  const status = async (headers: Record<string, string>) => {
    const socket = await rawSocket(app.origin, path, headers);
    if (socket.status === 101) socket.connection.close();
    return socket.status;
  };
  assert.equal(await status({ Origin: "https://evil.example" }), 403);
  assert.equal(await status({ Origin: "null" }), 403);
  assert.equal(await status({ Origin: "http://127.0.0.1:1" }), 403, "another port of the host");
  assert.equal(await status({ Origin: "https://kafe.example" }), 101);
  assert.equal(await status({ Origin: app.origin }), 101);
  assert.equal(await status({}), 101);
});

Deno.test("a socket that sends a message is closed with 1008", async () => {
  await using app = await servedApp();
  const { ownerId } = await createOwner(app.deps);
  await using guest = listen(app.wsOrigin, ownerId);
  await guest.next();
  guest.socket.send("hello");
  assert.equal(await guest.closed, 1008);
});

Deno.test("a socket over an address's cap is closed with 1013, and closing another makes room", async () => {
  const capped = createHub({ ...NO_CAPS, guests: { ...NO_CAPS.guests, perClient: 2 } });
  let gone = 0;
  const hub: Hub = {
    ...capped,
    join(connection) {
      capped.join(connection);
      connection.socket.addEventListener("close", () => gone++);
    },
  };
  await using app = await servedApp({}, { replace: () => ({ hub }) });
  const { ownerId } = await createOwner(app.deps);
  await using first = listen(app.wsOrigin, ownerId);
  await using second = listen(app.wsOrigin, ownerId);
  await Promise.all([first.next(), second.next()]);
  await using third = listen(app.wsOrigin, ownerId);
  assert.equal(await third.closed, 1013);
  await second[Symbol.asyncDispose]();
  // The server learns of the close later than the client.
  await until(() => gone === 2);
  await using fourth = listen(app.wsOrigin, ownerId);
  assert.deepEqual(await fourth.next(), { type: "ready", revision: 0 });
});

Deno.test("a socket that never reads is closed once 64 KB are unread, and the others hear everything", async () => {
  await using app = await servedApp();
  const { ownerId } = await createOwner(app.deps);
  await using guest = listen(app.wsOrigin, ownerId);
  await guest.next();
  const deaf = await rawSocket(app.origin, `/api/realtime?ownerId=${ownerId}`);
  assert.equal(deaf.status, 101);
  await until(() => app.deps.hub.subscriberCount(ownerId) === 2);
  let sent = 0;
  let heard = 0;
  while (app.deps.hub.subscriberCount(ownerId) === 2) {
    assert.ok(sent < 500_000, "the socket that never reads was not closed");
    for (let i = 0; i < 500; i++) app.deps.hub.announce(ownerId, ++sent);
    while (heard < sent) assert.equal((await guest.next()).revision, ++heard);
  }
  assert.equal(app.deps.hub.subscriberCount(ownerId), 1);
  deaf.connection.close();
});

Deno.test("at shutdown every socket is closed with 1001", async () => {
  await using app = await servedApp();
  const { ownerId } = await createOwner(app.deps);
  const guests = Array.from({ length: 5 }, () => listen(app.wsOrigin, ownerId));
  await Promise.all(guests.map((guest) => guest.next()));
  await app.deps.hub.closeAll();
  assert.deepEqual(await Promise.all(guests.map((guest) => guest.closed)), Array(5).fill(1001));
  assert.equal(app.deps.hub.subscriberCount(ownerId), 0);
});
