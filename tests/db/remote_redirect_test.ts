// A redirect would carry statements, or the database's token, to a host that is not configured.
import { strict as assert } from "node:assert";
import { openDatabase } from "../../db/connection/client.ts";
import { rooms } from "../../db/schema/requests.ts";
import { listenOnFreePort } from "../support/start/free_port.ts";

Deno.test("reads, writes and the news of a libSQL server follow no redirect", async () => {
  await using elsewhere = answering(() => Response.json({}));
  await using server = answering(() =>
    new Response(null, { status: 307, headers: { location: elsewhere.origin } })
  );
  const db = await openDatabase(server.origin);
  await assert.rejects(db.read.select().from(rooms).get());
  await assert.rejects(db.write((d) => [d.insert(rooms).values({ ownerId: "o", revision: 1 })]));
  const news = db.news!(new AbortController().signal)[Symbol.asyncIterator]();
  await assert.rejects(news.next(), /no news: it answered 307/);
  await db.close();
  assert.ok(server.heard() >= 3);
  assert.equal(elsewhere.heard(), 0);
});

/** A server that gives the same answer to every request, and counts them. */
function answering(answer: () => Response) {
  let heard = 0;
  const server = listenOnFreePort((port) =>
    Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, async (request) => {
      heard++;
      await request.body?.cancel();
      return answer();
    })
  );
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    heard: () => heard,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
