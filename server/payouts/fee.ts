// The platform's fee (docs/money.md#fee).
import type { Config } from "../config.ts";

/** The fee in hundredths of a percent: 250 is 2.5 %. The configured percentage has at most two decimals, so it is exact. */
export function feeBasisPoints({ payoutFeePercent }: Pick<Config, "payoutFeePercent">): number {
  return Math.round(payoutFeePercent * 100);
}

/** The fee on a balance, as closing the period takes it. Both in kuruş. There is none on a balance below zero. */
export function feeOf(config: Pick<Config, "payoutFeePercent">, kurus: number): number {
  return Math.floor(Math.max(kurus, 0) * feeBasisPoints(config) / 10_000);
}
