// The language of the page (docs/languages.md): what it says, and how it writes amounts and counts. The page carries its
// texts; this script has none.
import type { Texts } from "../../server/contract/languages/language.ts";

export let texts: Texts;
let tag: string;
let amounts: Intl.NumberFormat;

/**
 * Lets everything that is rendered from now on say `table`. `language` is its tag (BCP 47). The server calls it before each
 * page, which it renders in one go.
 */
export function speak(language: string, table: Texts): void {
  texts = table;
  tag = language;
  amounts = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** `text` with `values` in place of `{0}`, `{1}`. */
export function fill(text: string, ...values: (string | number)[]): string {
  return text.replace(/{(\d)}/g, (_, place) => String(values[place]));
}

/** The form of `text` that goes with `count` (see `plural`), filled with it as the language writes it. */
export function fillCount(text: string, count: number): string {
  const rule = `${new Intl.PluralRules(tag).select(count)}:`;
  const form = text.split("|").find((form) => form.startsWith(rule)) ?? text;
  return fill(form.replace(rule, ""), count.toLocaleString(tag));
}

/** An amount in TL: '1.234,50 TL'. */
export function formatMoney(tl: number): string {
  return `${amounts.format(tl)} TL`;
}

/** '25 TL', '12,50 TL' or 'Bahşişsiz'. */
export function tipLabel(tl: number): string {
  return tl === 0 ? texts.noTip : formatMoney(tl).replace(/\D00\b/, "");
}
