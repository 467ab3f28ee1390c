// How money, dates and names read in Turkish (spec 9).

const ISTANBUL = "Europe/Istanbul";
/** What stands for a date that there is not (spec 9). */
const MISSING = "-";

const money = new Intl.NumberFormat("tr-TR", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const day = new Intl.DateTimeFormat("tr-TR", { dateStyle: "long", timeZone: ISTANBUL });
const shortDay = new Intl.DateTimeFormat("tr-TR", {
  day: "numeric",
  month: "short",
  timeZone: ISTANBUL,
});
const clock = new Intl.DateTimeFormat("tr-TR", { timeStyle: "short", timeZone: ISTANBUL });
const alphabet = new Intl.Collator("tr-TR", { numeric: true });

/** An amount in TL: '1.234,50 TL'. */
export function formatMoney(tl: number): string {
  return `${money.format(tl)} TL`;
}

/** An Istanbul day: '9 Kasım 2026', or '-' where there is none. `date` is ISO 8601. */
export function formatDate(date: string | null | undefined): string {
  return date ? day.format(new Date(date)) : MISSING;
}

/** An Istanbul time of day: '20:15', or '-'. */
export function formatTime(date: string | null | undefined): string {
  return date ? clock.format(new Date(date)) : MISSING;
}

/** The days that a payout is about: '9–16 Kasım 2026'. Both are ISO 8601. */
export function formatPeriod(startDate: string, endDate: string): string {
  return day.formatRange(new Date(startDate), new Date(endDate));
}

/** A day as a narrow place shows it: '9 Kas'. `date` is ISO 8601, a day alone too. */
export function formatShortDay(date: string): string {
  return shortDay.format(new Date(date));
}

/** For sorting as a Turkish reader expects: ı before i, ş after s. */
export function compareTurkish(a: string, b: string): number {
  return alphabet.compare(a, b);
}
