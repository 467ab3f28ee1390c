import { strict as assert } from "node:assert";
import fc from "../../../support/properties.ts";
import { formatMoney, speak, tipLabel } from "../../../../client/islands/language.ts";
import { waitLabel } from "../../../../client/islands/OwnRequests.tsx";
import {
  chosenTip,
  effectOfTip,
  FIRST_CHOICE,
  type QueuedSong,
} from "../../../../client/islands/sheet/TipFieldset.tsx";
import { languageOf, LANGUAGES } from "../../../../server/contract/languages/language.ts";
import { leftMs, waitMinutes } from "../../../../server/contract/waiting.ts";
import "../../../support/people/turkish.ts";

Deno.test("10 TL is chosen at first, and a chosen amount counts whatever was typed before", () => {
  assert.deepEqual(chosenTip(FIRST_CHOICE), { tip: 10 });
  assert.deepEqual(chosenTip({ amount: 0, typed: "abc" }), { tip: 0 });
});

for (
  const [typed, chosen] of [
    ["12,5", { tip: 12.5 }],
    ["1.000", { tip: 1000 }],
    ["0", { tip: 0 }],
    ["10.000", { tip: 10_000 }],
    ["10.000,01", { fault: "Bahşiş en fazla 10.000 TL olabilir." }],
    ["99999999999999999999", { fault: "Bahşiş en fazla 10.000 TL olabilir." }],
    ["1e3", { fault: "Bu tutar okunamadı. Örneğin 12,50 yazın." }],
    ["12,345", { fault: "Bu tutar okunamadı. Örneğin 12,50 yazın." }],
    ["-5", { fault: "Bu tutar okunamadı. Örneğin 12,50 yazın." }],
    ["  ", { fault: "Bir tutar yazın ya da 'Bahşişsiz' seçin." }],
  ] as const
) {
  Deno.test(`the typed amount '${typed}' is ${JSON.stringify(chosen)}`, () => {
    assert.deepEqual(chosenTip({ amount: undefined, typed }), chosen);
  });
}

Deno.test("an amount is read as the language of the page writes it, and one that could mean two amounts is not", () => {
  const read = (tag: string, typed: string) => {
    speak(tag, languageOf(tag).texts);
    const chosen = chosenTip({ amount: undefined, typed });
    return "tip" in chosen ? chosen.tip : undefined;
  };
  try {
    for (const { tag, texts } of LANGUAGES) {
      speak(tag, texts);
      for (const tl of [0.05, 12.5, 1000, 1250.5]) assert.equal(read(tag, formatMoney(tl)), tl);
    }
    const amounts = ["12.5", "12,5", "1,250", "1.250", "1,250.50", "1.250,50"];
    assert.deepEqual(amounts.map((typed) => read("en", typed)), [
      12.5,
      12.5,
      1250,
      undefined,
      1250.5,
      undefined,
    ]);
    assert.deepEqual(amounts.map((typed) => read("de", typed)), [
      12.5,
      12.5,
      undefined,
      1250,
      undefined,
      1250.5,
    ]);
  } finally {
    const { tag, texts } = languageOf("tr");
    speak(tag, texts);
  }
});

Deno.test("support of 0 TL or of nothing is at fault, and any other amount is read as a tip", () => {
  const chosen = ["0", "0,00", " ", "0,01"].map((typed) =>
    chosenTip({ amount: undefined, typed }, true)
  );
  assert.deepEqual(chosen, [
    { fault: "0 TL'den büyük bir tutar yazın." },
    { fault: "0 TL'den büyük bir tutar yazın." },
    { fault: "Bir tutar yazın." },
    { tip: 0.01 },
  ]);
});

Deno.test("a tip reads with kuruş only if it has any, and none reads 'Bahşişsiz'", () => {
  assert.deepEqual([0, 25, 12.5, 1000, 1250.05].map(tipLabel), [
    "Bahşişsiz",
    "25 TL",
    "12,50 TL",
    "1.000 TL",
    "1.250,05 TL",
  ]);
});

const MINUTE_MS = 60_000;
const tips = (...tips: number[]): QueuedSong[] => tips.map((tipAmount) => ({ tipAmount }));

const queue = fc.array(fc.record({
  tipAmount: fc.integer({ min: 0, max: 1_000_000 }).map((kurus) => kurus / 100),
  durationMs: fc.option(fc.integer({ min: 1_000, max: 20 * MINUTE_MS }), { nil: undefined }),
}));
const tip = fc.integer({ min: 0, max: 1_000_000 }).map((kurus) => kurus / 100);

Deno.test("a tip goes in front of lower ones and behind equal ones, which are older", () => {
  const places = [100, 50, 25, 10, 0].map((tip) => effectOfTip(tips(50, 25, 25, 10), tip, 0).place);
  assert.deepEqual(places, [1, 2, 4, 5, 5]);
});

Deno.test("support never says a later place than the one that patience has given the song", () => {
  const queue = [{ tipAmount: 0, durationMs: MINUTE_MS }, ...tips(50, 25)];
  assert.deepEqual(effectOfTip(queue, 10, MINUTE_MS, queue[0]), { place: 1, waitMs: MINUTE_MS });
  const [, fifty, last] = queue;
  assert.equal(effectOfTip(queue, 60, 0, last).place, 1, "it may go first");
  assert.equal(effectOfTip(queue, 51, 0, fifty).place, 1);
});

Deno.test("songs of unknown length count 3:30, and the one that plays half of that", () => {
  const playing = { positionMs: 10_000, durationMs: null, isPlaying: true };
  const { place, waitMs } = effectOfTip(tips(50, 25, 10), 25, leftMs(playing));
  assert.equal(place, 3);
  assert.equal(waitMs, 2 * 210_000 + 105_000);
  assert.equal(waitLabel(waitMinutes(waitMs)), "yaklaşık 9 dk");
});

Deno.test("known lengths count as they are, and so does what is left of the song that plays", () => {
  const known = [{ tipAmount: 50, durationMs: 5 * MINUTE_MS }, { tipAmount: 40 }];
  assert.equal(effectOfTip(known, 30, MINUTE_MS).waitMs, 6 * MINUTE_MS + 210_000);
});

Deno.test("of a song nothing is left past its end, and nothing is waited for if none plays", () => {
  assert.equal(leftMs({ positionMs: 200_000, durationMs: 180_000, isPlaying: true }), 0);
  assert.equal(leftMs(null), 0);
});

Deno.test("a higher tip never means a later place or a longer wait", () => {
  fc.assert(fc.property(queue, tip, tip, (queue, one, other) => {
    const [low, high] = [one, other].sort((a, b) => a - b).map((tip) => effectOfTip(queue, tip, 0));
    assert.ok(high!.place <= low!.place && high!.waitMs <= low!.waitMs);
    assert.ok(low!.place >= 1 && low!.place <= queue.length + 1);
  }));
});

Deno.test("the place is the one that the queue then has", () => {
  fc.assert(fc.property(queue, tip, (queue, tip) => {
    const own = { tipAmount: tip };
    // The sort is stable, so the newest of equal tips stays last (docs/requests.md#order).
    const sorted = [...queue, own].toSorted((a, b) => b.tipAmount - a.tipAmount);
    assert.equal(effectOfTip(queue, tip, 0).place, sorted.indexOf(own) + 1);
    // What the team put first stands before every tip.
    const withFirst = [{ tipAmount: 0, first: true }, ...queue];
    assert.equal(effectOfTip(withFirst, tip, 0).place, sorted.indexOf(own) + 2);
  }));
});

Deno.test("the place of a song whose sum is raised is the one that the queue then has", () => {
  const song = fc.record({
    tipAmount: fc.integer({ min: 0, max: 5 }),
    createdAt: fc.constantFrom("2026-11-02T17:00:00.000Z", "2026-11-02T17:00:00.001Z"),
  });
  const inOrder = (songs: Required<Omit<QueuedSong, "durationMs" | "first">>[]) =>
    // docs/requests.md#order
    songs.toSorted((a, b) =>
      b.tipAmount - a.tipAmount || compare(a.createdAt, b.createdAt) || compare(a._id, b._id)
    );
  fc.assert(fc.property(fc.array(song, { minLength: 1 }), fc.nat(), fc.nat(6), (songs, at, tip) => {
    const queue = inOrder(songs.map((song, i) => ({ ...song, _id: `${i}`.padStart(3, "0") })));
    const raised = queue[at % queue.length]!;
    const sum = raised.tipAmount + tip;
    const after = inOrder(
      queue.map((song) => song === raised ? { ...song, tipAmount: sum } : song),
    );
    const place = after.findIndex(({ _id }) => _id === raised._id) + 1;
    assert.equal(effectOfTip(queue, sum, 0, raised).place, place);
  }));
});

for (
  const [waitMs, label] of [
    [0, "yaklaşık 1 dk"],
    [105_000, "yaklaşık 2 dk"],
    [59 * MINUTE_MS, "yaklaşık 59 dk"],
    [60 * MINUTE_MS, "yaklaşık 1 saat"],
    [80 * MINUTE_MS, "yaklaşık 1,5 saat"],
    [221 * MINUTE_MS, "yaklaşık 3,5 saat"],
  ] as const
) {
  Deno.test(`a wait of ${waitMs / MINUTE_MS} minutes reads '${label}'`, () => {
    assert.equal(waitLabel(waitMinutes(waitMs)), label);
  });
}

const compare = (a: string, b: string) => a < b ? -1 : Number(a > b);
