// The choice of a tip: one of some amounts, or another one that is typed. Pure.
import { isTip, MAX_TIP_TL } from "../../../server/contract/tip.ts";
import { formatMoney } from "../../lib/format.ts";
import { readAmount } from "../../lib/read_amount.ts";

/** In TL. */
export const AMOUNTS = [0, 10, 25, 50, 100];
/** For support: a tip of 0 TL would change nothing. */
export const SUPPORT_AMOUNTS = AMOUNTS.slice(1);

export interface TipChoice {
  /** One of AMOUNTS, or undefined if `typed` counts. */
  amount: number | undefined;
  typed: string;
}

export const FIRST_CHOICE: TipChoice = { amount: 10, typed: "" };

/** The tip in TL, or what is wrong with what was typed. */
export type ChosenTip = { tip: number } | { fault: string };

export function chosenTip({ amount, typed }: TipChoice, supports = false): ChosenTip {
  const tip = amount ?? readAmount(typed);
  if (typed.trim() === "" && tip === undefined) {
    return { fault: supports ? "Bir tutar yazın." : "Bir tutar yazın ya da 'Bahşişsiz' seçin." };
  }
  if (tip === undefined) return { fault: "Bu tutar okunamadı. Örneğin 12,50 yazın." };
  if (supports && tip === 0) return { fault: "0 TL'den büyük bir tutar yazın." };
  if (isTip(tip)) return { tip };
  return { fault: `Bahşiş en fazla ${tipLabel(MAX_TIP_TL)} olabilir.` };
}

/** '25 TL', '12,50 TL' or 'Bahşişsiz'. */
export function tipLabel(tl: number): string {
  return tl === 0 ? "Bahşişsiz" : formatMoney(tl).replace(",00", "");
}
