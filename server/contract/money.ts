// Money on the wire: a number in TL with at most two decimals. Inside, integer kuruş.
import { z } from "zod";

/** The largest tip, in TL (contract: POST /api/requests). */
export const MAX_TIP_TL = 10_000;

/**
 * A tip in TL as it travels. The decimals are counted on the number's shortest decimal form, never by
 * multiplying: 10.005 * 100 is 1000.4999… in binary, and 1.1 * 100 is not 110.
 */
export const TipAmount = z.number().min(0).max(MAX_TIP_TL).refine(hasAtMostTwoDecimals);
export type TipAmount = z.infer<typeof TipAmount>;

/** TL to kuruş, exactly. `tl` must have passed TipAmount. */
export function toKurus(tl: number): number {
  const [whole = "0", decimals = ""] = String(tl).split(".");
  return Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

/** Kuruş to the TL number of the wire. A division by 100 rounds to the nearest double, which prints right. */
export function toTl(kurus: number): number {
  return kurus / 100;
}

function hasAtMostTwoDecimals(tl: number): boolean {
  return /^\d+(\.\d{1,2})?$/.test(String(tl));
}
