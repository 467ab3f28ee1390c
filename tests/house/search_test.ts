// The search of a cafe that refuses explicit songs.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { tracks } from "../../db/schema/music.ts";
import { connectedOwner } from "../support/people/cafe_evening.ts";
import { ask, assertRefused, setRules } from "../support/people/house.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

interface Found {
  title: string;
  artist: string;
  uri: string;
  explicit: boolean;
}

Deno.test("GET /api/music/search leaves explicit songs out where they are refused, and keeps them elsewhere", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const other = await connectedOwner(app);
  const [creep] = await search(app, other.ownerId, "creep");
  assert.equal(creep!.explicit, true);
  await setRules(app, owner, { explicit: "refused" });
  assert.deepEqual(await search(app, owner.ownerId, "creep"), []);
  assert.deepEqual(await search(app, other.ownerId, "creep"), [creep]);
  await setRules(app, owner, { explicit: "allowed" });
  assert.deepEqual(await search(app, owner.ownerId, "creep"), [creep]);
});

Deno.test("a song that the search of another cafe has shown is refused as explicit", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const other = await connectedOwner(app);
  await setRules(app, owner, { explicit: "refused" });
  const [creep] = await search(app, other.ownerId, "creep");
  await assertRefused(
    ask(app, owner, { uri: creep!.uri }),
    "Bu kafede uygunsuz sözler içeren şarkılar istenemiyor. Lütfen başka bir şarkı seçin.",
  );
  const row = await app.deps.db.read.select().from(tracks).where(eq(tracks.uri, creep!.uri)).get();
  assert.deepEqual(
    [row!.explicit, row!.folded, row!.songKey],
    [true, " creep | radiohead ", "creep|radiohead"],
  );
});

async function search(app: TestApp, ownerId: string, term: string): Promise<Found[]> {
  const query = new URLSearchParams({ ownerId, term });
  return await app.ok("GET", `/api/music/search?${query}`);
}
