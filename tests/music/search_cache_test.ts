// What search answers from memory (docs/music.md#search).
import { strict as assert } from "node:assert";
import { DomainError } from "../../server/errors.ts";
import { type MusicBoxCafe, musicBoxCafe } from "../support/music/music_box.ts";

const FRESH_MS = 10 * 60_000;

function search({ app, box }: MusicBoxCafe, term: string) {
  return app.deps.search(box, term);
}

Deno.test("an equal term is answered from memory for ten minutes", async () => {
  await using cafe = await musicBoxCafe(0);
  const { app: { clock }, box } = cafe;
  const first = await search(cafe, "Aşk  sözü");
  clock.pass(FRESH_MS - 1);
  assert.deepEqual(await search(cafe, " aŞK SÖZÜ".normalize("NFD")), first);
  assert.equal(box.searches, 1);
  clock.pass(1);
  await search(cafe, "aşk sözü");
  assert.equal(box.searches, 2);
});

Deno.test("an answer that is too old is used if the provider fails", async () => {
  await using cafe = await musicBoxCafe(0);
  const { app: { clock }, box } = cafe;
  const first = await search(cafe, "a");
  clock.pass(24 * 60 * FRESH_MS);
  box.onSearch = () => Promise.reject(new DomainError("music_unavailable"));
  assert.deepEqual(await search(cafe, "a"), { songs: first.songs, known: true });
  await assert.rejects(search(cafe, "b"), { code: "music_unavailable" });
  box.onSearch = () => Promise.reject(new Error("a defect of ours"));
  await assert.rejects(search(cafe, "a"), /a defect of ours/);
});

Deno.test("a provider that fails is asked again at once", async () => {
  await using cafe = await musicBoxCafe(0);
  cafe.box.onSearch = () => Promise.reject(new DomainError("music_unavailable"));
  for (let i = 0; i < 2; i++) {
    await assert.rejects(search(cafe, "a"), { code: "music_unavailable" });
  }
  assert.equal(cafe.box.searches, 2);
});
