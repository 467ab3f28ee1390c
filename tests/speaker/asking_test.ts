import { strict as assert } from "node:assert";
import { libraryCafe } from "../support/music/library_cafe.ts";
import { draft, submit } from "../support/people/requests.ts";

Deno.test("a song of the library that no search has shown is filed under its own name", async () => {
  await using cafe = await libraryCafe();
  const claimed = { songTitle: "Başka bir şarkı", artist: "Başkası", albumArt: "" };
  const filed = await submit(cafe.app, cafe.owner.ownerId, { uri: "library:3", ...claimed });
  const { songTitle, artist, albumArt } = filed;
  assert.deepEqual([songTitle, artist, albumArt], ["Şarkı 3", "Kafe", "/api/library/covers/3"]);
});

Deno.test("a song that the library does not have is 400, and no request is filed", async () => {
  await using cafe = await libraryCafe();
  const body = draft(cafe.owner.ownerId, { uri: "library:999999" });
  const refused = await cafe.app.call("POST", "/api/requests", { body });
  assert.equal(refused.status, 400);
  assert.match((await refused.json()).msg, /bu kafede çalınamıyor/);
  assert.deepEqual(await cafe.requests(), []);
});

Deno.test("the rules of the house hold for a song that no search has shown", async () => {
  await using cafe = await libraryCafe();
  const ruled = await cafe.say("PUT", "/api/house", { longestMinutes: 3 });
  assert.equal(ruled.status, 200);
  await ruled.body?.cancel();
  const body = draft(cafe.owner.ownerId, { uri: "library:2", songTitle: "Kısa", artist: "Biri" });
  const refused = await cafe.app.call("POST", "/api/requests", { body });
  assert.equal(refused.status, 409, "it takes 200 seconds");
  await refused.body?.cancel();
});
