// A server keeps what it has answered until something is committed, also by another process.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { openDatabase } from "../../db/client.ts";
import { fileUrl } from "../../db/file_client.ts";
import { cafes } from "../../db/schema/accounts.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { preparedDataDir, startServer } from "../support/start/server_process.ts";

Deno.test("the queue and the cafe page include each commit of another process at the next GET", async () => {
  const { dataDir, owner } = await preparedDataDir();
  const server = await startServer(dataDir);
  const db = await openDatabase(fileUrl(`${dataDir}/cafe.db`));
  const get = async (path: string) => await (await fetch(server.origin + path)).text();
  const assertShown = async (text: string, shown: boolean) => {
    for (const path of [`/api/requests/queue/${owner.ownerId}`, `/cafe/${owner.cafeId}`]) {
      // Twice: the second answer is the kept one.
      for (const time of ["first", "second"]) {
        assert.equal((await get(path)).includes(text), shown, `${text}, ${path}, the ${time} time`);
      }
    }
  };
  for (let i = 0; i < 10; i++) {
    const id = `request-${i}`;
    const songTitle = `Şarkı ${i}.`;
    await assertShown(songTitle, false);
    await db.write((d) => [
      d.insert(songRequests).values({
        id,
        ownerId: owner.ownerId,
        songTitle,
        artist: "Barış Manço",
        albumArt: "",
        uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC",
        tipKurus: i,
        createdAt: i,
      }),
      d.update(songRequests).set({ status: "approved" }).where(eq(songRequests.id, id)),
    ]);
    await assertShown(songTitle, true);
    if (i % 3 > 0) continue;
    await db.write((d) => [
      d.update(songRequests).set({ status: "rejected" }).where(eq(songRequests.id, id)),
    ]);
    await assertShown(songTitle, false);
  }
  await db.write((d) => [
    d.update(cafes).set({ name: "Yeni Kahve" }).where(eq(cafes.id, owner.cafeId)),
  ]);
  assert.match(await get(`/cafe/${owner.cafeId}`), /<h1>Yeni Kahve<\/h1>/);
  await db.close();
  await server.kill();
  await Deno.remove(dataDir, { recursive: true });
});
