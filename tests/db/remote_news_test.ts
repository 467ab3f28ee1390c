import { strict as assert } from "node:assert";
import { openDatabase } from "../../db/connection/client.ts";
import { rooms } from "../../db/schema/requests.ts";
import { startDatabaseMeter } from "../support/net/database_meter.ts";
import { startSqld } from "../support/start/sqld.ts";
import { inTime } from "../support/time/until.ts";

Deno.test("a libSQL server tells of each commit to a room, until the listener leaves or the server ends", async () => {
  await using sqld = await startSqld();
  const [db, other] = [await openDatabase(sqld.url), await openDatabase(sqld.url)];
  await db.migrate();
  const leaving = new AbortController();
  const news = db.news!(leaving.signal)[Symbol.asyncIterator]();
  const next = async () => (await inTime(news.next(), "news")).done;
  assert.equal(await next(), false, "it listens");
  for (const ownerId of ["a", "b"]) {
    const piece = next();
    await other.write((d) => [d.insert(rooms).values({ ownerId, revision: 1 })]);
    assert.equal(await piece, false);
  }
  leaving.abort();
  await assert.rejects(next());
  const lost = db.news!(new AbortController().signal)[Symbol.asyncIterator]();
  await lost.next();
  await sqld.kill();
  await assert.rejects(inTime(lost.next(), "the end of the news"));
  await db.close();
  await other.close();
});

Deno.test("a server without news says so at once", async () => {
  await using sqld = await startSqld();
  await using meter = startDatabaseMeter(sqld.url);
  meter.refuseListening();
  const db = await openDatabase(meter.url);
  const news = db.news!(new AbortController().signal)[Symbol.asyncIterator]();
  await assert.rejects(news.next(), /no news: it answered 404/);
  await db.close();
});
