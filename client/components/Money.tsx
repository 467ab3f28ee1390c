// An amount in TL.
import { formatMoney } from "../lib/format.ts";

export function Money({ tl }: { tl: number }) {
  return <data className="money" value={tl}>{formatMoney(tl)}</data>;
}

// A tip in a list: its amount, or in words that there is none.

export function Tip({ tl }: { tl: number }) {
  return tl === 0 ? <span className="money no-tip">Bahşişsiz</span> : <Money tl={tl} />;
}
