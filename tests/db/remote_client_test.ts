import { strict as assert } from "node:assert";
import { openDatabase } from "../../db/connection/client.ts";
import { rooms } from "../../db/schema/requests.ts";
import { listenOnFreePort } from "../support/start/free_port.ts";
import { startSqld } from "../support/start/sqld.ts";

Deno.test("a write whose connection breaks is sent once, and fails as unreachable", async () => {
  await using server = vanishingServer();
  const db = await openDatabase(server.origin);
  // The first answer leaves a connection that is used again, in which case Deno would send a plain body twice.
  await assert.rejects(db.read.select().from(rooms).get());
  const before = server.posts.length;
  assert.equal(server.connections(), 1);
  await assert.rejects(db.write((d) => [d.insert(rooms).values({ ownerId: "o", revision: 1 })]), {
    name: "DatabaseUnavailableError",
    reason: "unreachable",
  });
  assert.equal(server.posts.length, before + 1);
  assert.equal(server.connections(), 1, "the write took the connection that the read had left");
  await db.close();
});

Deno.test("a remote batch commits completely or not at all, and a violated constraint is told from an unreachable server", async () => {
  await using sqld = await startSqld();
  const db = await openDatabase(sqld.url);
  await db.migrate();
  const insert = (...owners: string[]) =>
    db.write((d) =>
      [
        ...owners.map((ownerId) => d.insert(rooms).values({ ownerId, revision: 1 })),
        d.select().from(rooms),
      ] as never
    );
  await insert("a", "b");
  await assert.rejects(insert("c", "a"), { message: /UNIQUE constraint failed/ });
  const both = await Promise.allSettled([insert("d"), insert("a"), insert("e")]);
  assert.deepEqual(both.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  const there = await db.read.select().from(rooms);
  assert.deepEqual(there.map((room) => room.ownerId).sort(), ["a", "b", "d", "e"]);
  await sqld.kill();
  await assert.rejects(insert("f"), { name: "DatabaseUnavailableError", reason: "unreachable" });
  await db.close();
});

/** A server that answers, and closes the connection of every POST after the first. */
function vanishingServer() {
  const posts: string[] = [];
  let connections = 0;
  const listener = listenOnFreePort((port) => Deno.listen({ hostname: "127.0.0.1", port }));
  const open = new Set<Deno.TcpConn>();
  const accepting = (async () => {
    for await (const connection of listener) serve(connection).catch(() => {});
  })();

  async function serve(connection: Deno.TcpConn) {
    connections++;
    open.add(connection);
    const buffer = new Uint8Array(64 * 1024);
    for (;;) {
      const read = await connection.read(buffer);
      if (read === null) break;
      const text = new TextDecoder().decode(buffer.subarray(0, read));
      const isPost = text.startsWith("POST");
      if (isPost) posts.push(text);
      if (isPost && posts.length > 1) break;
      const status = isPost ? "500 Oops" : "200 OK";
      await connection.write(
        new TextEncoder().encode(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\n{}`),
      );
    }
    open.delete(connection);
    connection.close();
  }

  return {
    posts,
    connections: () => connections,
    origin: `http://127.0.0.1:${listener.addr.port}`,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) connection.close();
      await accepting.catch(() => {});
    },
  };
}
