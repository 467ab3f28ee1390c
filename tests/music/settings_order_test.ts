// In which order a change of the source takes effect (docs/music.md#settings).
import { strict as assert } from "node:assert";
import { findSource, setSource } from "../../db/sources.ts";
import { changeMusicSettings, readMusicSettings } from "../../server/music/settings.ts";
import { connectedOwner } from "../support/people/cafe_evening.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("changeMusicSettings has told the conductor of the new source before the conductor looks", async () => {
  await using app = await testApp();
  const { deps } = app;
  const { ownerId, token } = await connectedOwner(app);
  await app.call("PUT", "/api/playback/auto", { token, body: { on: true } });
  const done: string[] = [];
  const write = (async (...args: Parameters<typeof deps.db.write>) => {
    const results = await deps.db.write(...args);
    done.push("told");
    return results;
  }) as typeof deps.db.write;
  const conductors = {
    ...deps.conductors,
    changed() {
      done.push("looks");
      return Promise.resolve();
    },
  };
  await changeMusicSettings({ ...deps, db: { ...deps.db, write }, conductors }, ownerId, {
    source: "manual",
  });
  assert.equal(done[0], "told");
});

Deno.test("changeMusicSettings goes back to a source that another instance has left a moment ago", async () => {
  await using app = await testApp();
  const { deps } = app;
  const { ownerId } = await connectedOwner(app);
  // From now on it is known here for some seconds.
  assert.equal((await readMusicSettings(deps, ownerId)).source, "spotify");
  await setSource(deps.db, ownerId, { source: "manual", playsAny: true, canPlayBySelf: false });
  await changeMusicSettings(deps, ownerId, { source: "spotify" });
  assert.equal((await findSource(deps.db, ownerId)).source, "spotify");
});
