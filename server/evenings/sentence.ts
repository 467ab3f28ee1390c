// The first line of an evening's record in words (docs/evenings.md#sentence). Pure.
import { startOfCafeDay } from "../../db/evenings/cafe_day.ts";

/** Weekdays from Sunday: their evening, since one, and like one. */
const WEEKDAYS = [
  ["Pazar", "pazardan", "pazarla"],
  ["Pazartesi", "pazartesiden", "pazartesiyle"],
  ["Salı", "salıdan", "salıyla"],
  ["Çarşamba", "çarşambadan", "çarşambayla"],
  ["Perşembe", "perşembeden", "perşembeyle"],
  ["Cuma", "cumadan", "cumayla"],
  ["Cumartesi", "cumartesiden", "cumartesiyle"],
] as const;

/** How many of something: what the ones, the tens, the hundreds and the thousands end with. */
const OF_ONES = ["", "i", "si", "ü", "ü", "i", "sı", "si", "i", "u"];
const OF_TENS = ["", "u", "si", "u", "ı", "si", "ı", "i", "i", "ı"];

/** What a day was like. Tips are in kuruş. */
interface DayFigures {
  requests: number;
  played: number;
  /** How many of those that played were asked for before the day. */
  askedBefore: number;
  tipsKurus: number;
}

/** 'Cuma akşamı 42 istek geldi, 31'i çaldı: 1.240,00 TL bahşiş.' */
export function eveningSentence(
  day: number,
  { requests, played, askedBefore, tipsKurus }: DayFigures,
): string {
  const evening = `${weekdayOf(day)[0]} akşamı`;
  const tips = `: ${money(tipsKurus)} bahşiş.`;
  const came = `${evening} ${requests === 0 ? "istek gelmedi" : `${count(requests)} istek geldi`}`;
  if (played === 0) {
    const none = requests > 1 ? ", hiçbiri çalmadı" : requests === 1 ? ", çalmadı" : "";
    // The cafe's own song at the till has a tip too, and a tip may be earned on the day after its song began.
    return `${came}${none}${tipsKurus > 0 ? tips : "."}`;
  }
  // What played is then no part of what came.
  if (askedBefore > 0) return `${came}, ${count(played)} istek çaldı${tips}`;
  if (played < requests) return `${came}, ${count(played)}'${ofThem(played)} çaldı${tips}`;
  return requests === 1 ? `${came} ve çaldı${tips}` : `${came}, hepsi çaldı${tips}`;
}

/** 'Geçen cumadan 210,00 TL fazla.', of the tips of a day and those of the same weekday a week before. */
export function comparedWithLast(day: number, kurus: number, lastKurus: number): string {
  const [, than, like] = weekdayOf(day);
  const more = kurus - lastKurus;
  if (more === 0) return `Geçen ${like} aynı.`;
  return `Geçen ${than} ${money(Math.abs(more))} ${more > 0 ? "fazla" : "az"}.`;
}

/** The ending of a number that is a part of something: '31'i', '6'sı'. */
function ofThem(n: number): string {
  if (n % 10 > 0) return OF_ONES[n % 10]!;
  if (n % 100 > 0) return OF_TENS[n % 100 / 10]!;
  return n % 1000 > 0 ? "ü" : "i";
}

function weekdayOf(day: number) {
  return WEEKDAYS[new Date(startOfCafeDay(day)).getUTCDay()]!;
}

/** '1.240,00 TL', of kuruş. */
export function money(kurus: number): string {
  const amount = (kurus / 100).toLocaleString("tr-TR", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${amount} TL`;
}

function count(n: number): string {
  return n.toLocaleString("tr-TR");
}
