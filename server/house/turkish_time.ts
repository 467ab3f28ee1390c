// Times of the day in Turkish sentences, with the endings that they take (docs/house.md#refusals). Pure.

const DAY_MS = 24 * 60 * 60 * 1000;
/** Istanbul is three hours ahead of UTC all year. */
const ISTANBUL_MS = 3 * 60 * 60 * 1000;

const WEEKDAYS = ["pazar", "pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi"];
/** How the numbers 0 to 9 and the tens end when something is at them. */
const AT_ONES = ["da", "de", "de", "te", "te", "te", "da", "de", "de", "da"];
const AT_TENS = ["da", "da", "de", "da", "ta", "de"];

/** '18.00' */
export function clockTime(ms: number): string {
  return new Date(ms + ISTANBUL_MS).toISOString().slice(11, 16).replace(":", ".");
}

/** 'at', as in '22.40'ta', whatever the day. */
export function atClock(ms: number): string {
  return `${clockTime(ms)}'${ending(ms)}`;
}

/** 'at', as in '18.00'de', with 'yarın', the weekday, or 'haftaya' and the weekday before it unless it is the day of `nowMs`. */
export function atTime(ms: number, nowMs: number): string {
  const days = dayOf(ms) - dayOf(nowMs);
  const day = new Date(ms + ISTANBUL_MS).getUTCDay();
  const weekday = days < 7 ? WEEKDAYS[day] : `haftaya ${WEEKDAYS[day]}`;
  const before = days === 0 ? "" : days === 1 ? "yarın " : `${weekday} `;
  return `${before}${atClock(ms)}`;
}

/** 'from', as in '22.40'tan'. */
export function fromTime(ms: number, nowMs: number): string {
  return `${atTime(ms, nowMs)}n`;
}

/** The ending follows the last number that is spoken: 'on sekiz', 'yirmi iki kırk'. */
function ending(ms: number): string {
  const [hours = 0, minutes = 0] = clockTime(ms).split(".").map(Number);
  const spoken = minutes === 0 ? hours : minutes;
  const [tens, ones] = [Math.floor(spoken / 10), spoken % 10];
  return ones === 0 && tens > 0 ? AT_TENS[tens]! : AT_ONES[ones]!;
}

function dayOf(ms: number): number {
  return Math.floor((ms + ISTANBUL_MS) / DAY_MS);
}
