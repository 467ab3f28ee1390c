// Amounts and dates as Turkish readers expect them, and their alphabetical order.

const ISTANBUL = "Europe/Istanbul";
/** Shown in place of a missing date. */
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

/** An Istanbul day: '9 Kasım 2026', or '-' for a missing one. `date` is ISO 8601. */
export function formatDate(date: string | null | undefined): string {
  return date ? day.format(new Date(date)) : MISSING;
}

/** An Istanbul time of day: '20:15', or '-' for a missing one. `date` is ISO 8601. */
export function formatTime(date: string | null | undefined): string {
  return date ? clock.format(new Date(date)) : MISSING;
}

/** The period of a payout: '9–16 Kasım 2026'. Both dates are ISO 8601. */
export function formatPeriod(startDate: string, endDate: string): string {
  return day.formatRange(new Date(startDate), new Date(endDate));
}

/** A day in short: '9 Kas'. `date` is ISO 8601, with or without a time. */
export function formatShortDay(date: string): string {
  return shortDay.format(new Date(date));
}

/** Compares for sorting by the Turkish alphabet: ı before i, ş after s. */
export function compareTurkish(a: string, b: string): number {
  return alphabet.compare(a, b);
}
