// A tip in a list: its amount, or in words that there is none.
import { Money } from "./Money.tsx";

export function Tip({ tl }: { tl: number }) {
  return tl === 0 ? <span className="money no-tip">Bahşişsiz</span> : <Money tl={tl} />;
}
