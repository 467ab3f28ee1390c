// The language of the page (docs/languages.md): what it says, and how it writes amounts and counts. The page carries its
// texts; this script has none.
import { fill, fillCount as fillCountIn } from "../../server/contract/languages/fill.ts";
import type { Texts } from "../../server/contract/languages/language.ts";
import type { ApiError } from "../lib/http.ts";

export { fill };

export let texts: Texts;
/** Its tag (BCP 47). */
export let tag: string;
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

/** The address of the page, which opens in its language wherever it is shared. */
export function address(): string {
  return location.pathname + (tag === "tr" ? "" : `?dil=${tag}`);
}

/** The form of `text` that goes with `count`, filled with it. */
export function fillCount(text: string, count: number): string {
  return fillCountIn(tag, text, count);
}

/** What a refusal says in the language of the page: in Turkish the server's own sentence. */
export let refusalText = ({ msg }: ApiError): string => msg;

/** Lets refusals be said by `say`. */
export function sayRefusals(say: typeof refusalText): void {
  refusalText = say;
}

/** An amount in TL: '1.234,50 TL'. */
export function formatMoney(tl: number): string {
  return `${amounts.format(tl)} TL`;
}

/** '25 TL', '12,50 TL' or 'Bahşişsiz'. */
export function tipLabel(tl: number): string {
  return tl === 0 ? texts.noTip : formatMoney(tl).replace(/\D00\b/, "");
}
