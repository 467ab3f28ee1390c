// A tip in a list. 0 TL reads 'Bahşişsiz'.
import { Money } from "../components/Money.tsx";

export function TipAmount({ tl }: { tl: number }) {
  return tl === 0 ? <span className="no-tip">Bahşişsiz</span> : <Money tl={tl} />;
}
