// What the till has of a request's tip, on the wire (docs/money.md#till). Pure.
import type { TillTip as TillTipRow } from "../../db/till_receipts.ts";
import { toTl } from "../contract/money.ts";
import type { TillTip } from "../contract/till.ts";

/** `received` is true only while the till has the whole tip, and there is one. */
export function toTillTip(
  { tipKurus, receivedKurus }: Pick<TillTipRow, "tipKurus" | "receivedKurus">,
): TillTip {
  return {
    received: tipKurus > 0 && receivedKurus === tipKurus,
    receivedAmount: toTl(receivedKurus),
  };
}
