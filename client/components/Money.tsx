// An amount in TL.
import { formatMoney } from "../lib/format.ts";

export function Money({ tl }: { tl: number }) {
  return <data className="money" value={tl}>{formatMoney(tl)}</data>;
}
