// What is kept of a title or an artist, from guests, lists, tags and services (docs/requests.md#one-line).
import { strict as assert } from "node:assert";
import { SongText, songText } from "../server/contract/fields.ts";
import { readPlayer } from "../server/music/spotify/answers.ts";
import { readList } from "../server/music/manual/read_list.ts";

const KEPT: [written: string, kept: string][] = [
  [" Gül\u202E\u0000üm\tse\r\n\uFEFF ", "Gül üm se"],
  ["Bir\n\nİki\u2028Üç\u2029Dört\u0085Beş", "Bir İki Üç Dört Beş"],
  ["\u001b]0;baslik\u0007Dön\u009b2J", "]0;baslik Dön 2J"],
  ["\u2066Dön\u2069 \u200FBebeğim\u061C", "Dön Bebeğim"],
  ["a\uD800b", "ab"],
  ["👩🏽‍🎤 Ne\u0301", "👩🏽‍🎤 Ne\u0301"],
];

for (const [written, kept] of KEPT) {
  Deno.test(`a title is kept on one line, without controls and marks of direction: ${JSON.stringify(kept)}`, () => {
    assert.equal(SongText.parse(written), kept);
    assert.equal(songText(written), kept);
  });
}

Deno.test("SongText refuses what is too long or not seen; songText cuts it, and no sign in half", () => {
  assert.equal(SongText.parse(`${"ş".repeat(300)}\n`).length, 300);
  for (const text of ["ş".repeat(301), "", " \n ", "\u202E", "\u200B\u00AD"]) {
    assert.ok(!SongText.safeParse(text).success, JSON.stringify(text));
  }
  assert.equal(songText("ş".repeat(1_000)).length, 300);
  assert.equal(songText(`${"a".repeat(299)}😀`), "a".repeat(299));
});

Deno.test("titles of a music service and of an owner's list are kept so too", () => {
  const track = {
    ...{ id: "4uLU6hMCjMI75M1A2tKUQC", uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQC" },
    ...{ name: "Dön\nBebeğim\u202E", artists: [{ name: "Tarkan\u0007" }], duration_ms: 1 },
  };
  const device = { id: "x", name: "Bar\n\u202Ebir" };
  const { song, device: inUse } = readPlayer({ is_playing: true, item: track, device }, []);
  assert.deepEqual([song?.title, song?.artist, inUse?.name], ["Dön Bebeğim", "Tarkan", "Bar bir"]);
  const list = readList(new TextEncoder().encode('"Dön\u202E";"Tar\u001bkan"\n')).next().value;
  assert.equal(
    list && list.songs.map(({ title, artist }) => `${title}, ${artist}`).join(),
    "Dön, Tar kan",
  );
});
