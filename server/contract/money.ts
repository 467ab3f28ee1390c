// Money: a number in TL with at most two decimals on the wire, an integer in kuruş inside.
import * as z from "zod/mini";
import { isTip, MAX_TIP_TL } from "./limits.ts";

export const TipAmount = z.number().check(z.minimum(0), z.maximum(MAX_TIP_TL), z.refine(isTip));
export type TipAmount = z.infer<typeof TipAmount>;

/** Converts TL to kuruş, exactly. `tl` must have passed TipAmount. */
export function toKurus(tl: number): number {
  const [whole = "0", decimals = ""] = String(tl).split(".");
  return Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

/** Converts kuruş to TL. The quotient is the nearest double, which prints with at most two decimals. */
export function toTl(kurus: number): number {
  return kurus / 100;
}
