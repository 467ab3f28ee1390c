// The first line of an evening's record (docs/evenings.md#sentence).
import { strict as assert } from "node:assert";
import { cafeDayOf } from "../../db/evenings/cafe_day.ts";
import { comparedWithLast, eveningSentence } from "../../server/evenings/sentence.ts";

const FRIDAY = cafeDayOf("2026-11-20")!;

const SENTENCES: [
  requests: number,
  played: number,
  kurus: number,
  sentence: string,
  askedBefore?: number,
][] = [
  [42, 31, 124_000, "Cuma akşamı 42 istek geldi, 31'i çaldı: 1.240,00 TL bahşiş."],
  [42, 42, 5, "Cuma akşamı 42 istek geldi, hepsi çaldı: 0,05 TL bahşiş."],
  [42, 0, 0, "Cuma akşamı 42 istek geldi, hiçbiri çalmadı."],
  [1, 1, 1_050, "Cuma akşamı 1 istek geldi ve çaldı: 10,50 TL bahşiş."],
  [1, 0, 0, "Cuma akşamı 1 istek geldi, çalmadı."],
  [0, 0, 0, "Cuma akşamı istek gelmedi."],
  [0, 2, 700, "Cuma akşamı istek gelmedi, 2 istek çaldı: 7,00 TL bahşiş.", 2],
  // Songs from before 06:00 are none of those that came.
  [3, 3, 700, "Cuma akşamı 3 istek geldi, 3 istek çaldı: 7,00 TL bahşiş.", 1],
  [1, 1, 700, "Cuma akşamı 1 istek geldi, 1 istek çaldı: 7,00 TL bahşiş.", 1],
  [3, 2, 700, "Cuma akşamı 3 istek geldi, 2 istek çaldı: 7,00 TL bahşiş.", 1],
  [3, 5, 700, "Cuma akşamı 3 istek geldi, 5 istek çaldı: 7,00 TL bahşiş.", 2],
  // Tips without a song: the cafe's own at the till, or of a song that began just before 06:00.
  [3, 0, 700, "Cuma akşamı 3 istek geldi, hiçbiri çalmadı: 7,00 TL bahşiş."],
  [1, 0, 700, "Cuma akşamı 1 istek geldi, çalmadı: 7,00 TL bahşiş."],
  [0, 0, 700, "Cuma akşamı istek gelmedi: 7,00 TL bahşiş."],
  [1_240, 1_000, 0, "Cuma akşamı 1.240 istek geldi, 1.000'i çaldı: 0,00 TL bahşiş."],
];

for (const [requests, played, tipsKurus, sentence, askedBefore = 0] of SENTENCES) {
  Deno.test(`of ${requests} requests ${played} played, ${askedBefore} of them from before: ${sentence}`, () => {
    const day = { requests, played, tipsKurus, askedBefore };
    assert.equal(eveningSentence(FRIDAY, day), sentence);
  });
}

Deno.test("a part of the requests ends as its last number is spoken", () => {
  const ends = [2, 3, 4, 6, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200, 2000].map((n) =>
    eveningSentence(FRIDAY, { requests: 9999, played: n, tipsKurus: 0, askedBefore: 0 }).match(
      /([\d.]+'\S+) çaldı/,
    )![1]
  );
  assert.deepEqual(ends, [
    ...["2'si", "3'ü", "4'ü", "6'sı", "8'i", "9'u", "10'u", "20'si", "30'u", "40'ı"],
    ...["50'si", "60'ı", "70'i", "80'i", "90'ı", "100'ü", "200'ü", "2.000'i"],
  ]);
});

Deno.test("each weekday is compared with the one a week before, in its own words", () => {
  const compared = Array.from({ length: 7 }, (_, i) => comparedWithLast(FRIDAY + i, 21_000, 0));
  assert.deepEqual(
    compared.map((text) => text.split(" ")[1]),
    [...["cumadan", "cumartesiden", "pazardan", "pazartesiden"], ...[
      "salıdan",
      "çarşambadan",
      "perşembeden",
    ]],
  );
  assert.equal(compared[0], "Geçen cumadan 210,00 TL fazla.");
  assert.equal(comparedWithLast(FRIDAY, 0, 21_000), "Geçen cumadan 210,00 TL az.");
  assert.equal(comparedWithLast(FRIDAY, 500, 500), "Geçen cumayla aynı.");
});
