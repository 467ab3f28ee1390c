// What search answers from memory, and when it leaves a provider alone (docs/music.md#search).
import { strict as assert } from "node:assert";
import { DomainError } from "../../server/errors.ts";
import { type MusicBoxCafe, musicBoxCafe, toySong } from "../support/music/music_box.ts";

const FRESH_MS = 10 * 60_000;

function search({ app, box }: MusicBoxCafe, term: string) {
  return app.deps.search(box, term);
}

function busy(retryAfterS?: number) {
  return () => Promise.reject(new DomainError("music_busy", { retryAfterS }));
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
  assert.deepEqual(await search(cafe, "a"), first);
  await assert.rejects(search(cafe, "b"), { code: "music_unavailable" });
  box.onSearch = () => Promise.reject(new Error("a defect of ours"));
  await assert.rejects(search(cafe, "a"), /a defect of ours/);
});

for (const [retryAfterS, pauseMs] of [[5, 5_000], [undefined, 1_000], [86_400, 30_000]] as const) {
  Deno.test(`a provider that is busy for ${retryAfterS} s is not asked for ${pauseMs} ms`, async () => {
    await using cafe = await musicBoxCafe(0);
    const { app: { clock }, box } = cafe;
    box.onSearch = busy(retryAfterS);
    await assert.rejects(search(cafe, "a"), { code: "music_busy" });
    box.onSearch = () => Promise.resolve([toySong(1)]);
    clock.pass(pauseMs - 1);
    await assert.rejects(search(cafe, "b"), {
      code: "music_busy",
      detail: {
        retryAfterS: 1,
        msg: "Müzik kutusu şu anda çok yoğun. 1 saniye sonra tekrar deneyin.",
      },
    });
    assert.equal(box.searches, 1);
    clock.pass(1);
    assert.equal((await search(cafe, "b")).length, 1);
  });
}

Deno.test("a provider that fails without being busy is asked again at once", async () => {
  await using cafe = await musicBoxCafe(0);
  cafe.box.onSearch = () => Promise.reject(new DomainError("music_unavailable"));
  for (let i = 0; i < 2; i++) {
    await assert.rejects(search(cafe, "a"), { code: "music_unavailable" });
  }
  assert.equal(cafe.box.searches, 2);
});
