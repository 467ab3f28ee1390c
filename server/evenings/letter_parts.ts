// An evening's record as a letter (docs/evenings.md#letter). Pure.
import type { Evening } from "../contract/evenings.ts";
import { oneLine } from "../contract/fields.ts";
import { toKurus } from "../contract/money.ts";
import { RULE_NAMES } from "../contract/rule_names.ts";
import { clockTime } from "../house/opening_hours.ts";
import type { LetterParts, LetterSection } from "../mail/letter_text.ts";
import { money as moneyOf } from "./sentence.ts";

/** How much of a list is in a letter; the page has all of it. */
const MAX_ROWS = 10;

/** What the letter says, in the order of the page. Its link is added when it is sent. */
export function letterParts(evening: Evening): LetterParts & { date: string } {
  const { sentence, comparison, date } = evening;
  return {
    subject: sentence,
    date,
    before: comparison === null ? [sentence] : [sentence, comparison],
    sections: SECTIONS.map(([title, rowsOf]) => ({ title, rows: rowsOf(evening) })),
    after: [
      "Bu e-posta, panelde 'Akşamlar' ekranında açtığınız için her sabah 10.00'da gönderilir. Aynı yerden kapatabilirsiniz.",
    ],
  };
}

type Rows = LetterSection["rows"];

const SECTIONS: [title: string, rows: (evening: Evening) => Rows][] = [
  ["Para tamam mı?", ({ money }) => [
    ...money.expected === 0 && money.received === 0 ? [] : [
      ["Kasada beklenen", tl(money.expected)],
      ["Kasada alınan", tl(money.received)],
      ["Fark", tl(money.difference)],
      ["Kasada açık satır", String(money.open)],
    ] as Rows,
    ["Kazanılan", tl(money.earned)],
    ...money.reversed > 0 ? [["Geri alınan", tl(money.reversed)]] as Rows : [],
  ]],
  [
    "Ne zaman doluydu?",
    ({ halfHours }) =>
      halfHours.filter(({ requests, tips }) => requests > 0 || tips > 0)
        .map(({ from, requests, tips }) => [from, `${requests} istek, ${tl(tips)}`]),
  ],
  ["Ne istediler?", ({ songs }) =>
    songs.map(({ songTitle, artist, requests, tips, isNew }) => [
      `${quoted(`${songTitle}, ${artist}`)}${isNew ? " (yeni)" : ""}`,
      `${requests} istek, ${tl(tips)}`,
    ])],
  ["Neyi isteyip alamadılar?", ({ refused, missed }) => [
    ...refused.map(({ rule, count, songs }): Rows[number] => [
      quoted(
        [RULE_NAMES[rule] ?? rule, ...songs.slice(0, 3).map(({ songTitle }) => songTitle)]
          .join(": "),
      ),
      `${count} kez`,
    ]),
    ...missed.map(({ words, count }): Rows[number] => [
      quoted(`Bulunamadı: ${words}`),
      `${count} kez`,
    ]),
  ]],
  ["Zamanında yanıtladık mı?", ({ decided }) => [
    ...minutes(decided),
    ...decided.expired > 0 ? [["Yanıtsız kalan", String(decided.expired)]] as Rows : [],
  ]],
  ["Çok beklediler mi?", ({ waited }) => [
    ...minutes(waited),
    ...waited.playedShare === null
      ? []
      : [["Sıradan çalan", `%${Math.round(100 * waited.playedShare)}`]] as Rows,
  ]],
  [
    "Hangi masalardan?",
    ({ tables }) =>
      tables.map(({ label, requests, tips }) => [label, `${requests} istek, ${tl(tips)}`]),
  ],
  [
    "Kim çalıştı?",
    ({ people }) =>
      people.map(({ name, approved, rejected }) => [name, `${approved} onay, ${rejected} ret`]),
  ],
  ["Müzik durdu mu?", ({ gaps, skipped, unplayable }) =>
    [
      ...gaps === null ? [["Sessizlik", "Bilinmiyor"]] as Rows : [],
      ...(gaps ?? []).map(({ at, seconds }): Rows[number] => [
        `Sessizlik, ${clockTime(Date.parse(at))}`,
        seconds < 90 ? `${seconds} sn` : `${Math.round(seconds / 60)} dk`,
      ]),
      ...skipped.map((
        { songTitle, at },
      ): Rows[number] => [`Geçildi, ${clockTime(Date.parse(at))}`, quoted(songTitle)]),
      ...unplayable.map(({ songTitle, at }): Rows[number] => [
        `Çalınamadı, ${clockTime(Date.parse(at))}`,
        quoted(songTitle),
      ]),
    ].slice(0, MAX_ROWS)],
  ["Büyüyor mu?", ({ weeks }) =>
    weeks.filter(({ requests }) => requests > 0)
      .map(({ date, requests, tips }) => [
        date.split("-").reverse().join("."),
        `${requests} istek, ${tl(tips)}`,
      ])],
];

/** What makes a link of a text: a scheme, the sign of an e-mail address, and dots before a domain's last part. */
const LINKING = /:\/\/|@|[.\u3002\uFF0E\uFF61](?=\p{L}[\p{L}\p{N}-])/gu;
/** Mail programs offer six digits as a code, also with blanks between. More of them may be a phone number. */
const CODE = /\p{Nd}(?:[\s.,\-–]*\p{Nd}){5,}/gu;

/**
 * A text that guests may have written, who write to the owner by it: on one line, without an address that a mail program would
 * make a link of, and without a code. 'Mr.Brightside' becomes 'Mr Brightside'.
 */
function quoted(text: string): string {
  return oneLine(oneLine(text).replace(LINKING, " ").replace(CODE, "…"));
}

function minutes(
  { medianMinutes, longestMinutes }: {
    medianMinutes: number | null;
    longestMinutes: number | null;
  },
): Rows {
  if (medianMinutes === null || longestMinutes === null) return [];
  return [["Ortanca", minute(medianMinutes)], ["En uzun", minute(longestMinutes)]];
}

function minute(minutes: number): string {
  return `${minutes.toLocaleString("tr-TR")} dk`;
}

function tl(amount: number): string {
  return amount < 0 ? `-${moneyOf(toKurus(-amount))}` : moneyOf(toKurus(amount));
}
