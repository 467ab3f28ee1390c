// The choice of who collects the tips: the platform or the cafe's till (docs/money.md#till).
import type { HouseRules } from "../../../server/contract/house.ts";
import { Choice } from "./Choice.tsx";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";

const PLACES: { value: HouseRules["tips"]; label: string; effect: string }[] = [
  {
    value: "platform",
    label: "Kazancıma yazılsın",
    effect: "Çalan şarkıların bahşişi kazancınıza yazılır ve IBAN'ınıza ödenir.",
  },
  {
    value: "till",
    label: "Kasada ödensin",
    effect:
      "Müşteriler bahşişi kasada öder, alındığını siz işaretlersiniz. Kazancınıza yazılmaz, ödeme oluşturulmaz. Önceki istekler değişmez.",
  },
];

export function TipsSection({ rules }: { rules: HouseRules }) {
  const { shown, outcome, save } = useSaving(rules);
  return (
    <section className="card" aria-labelledby="rules-tips">
      <h2 id="rules-tips">Bahşişler</h2>
      <div className="rule-switch">
        <Choice
          legend="Bahşişin ödendiği yer"
          options={PLACES}
          chosen={shown.tips}
          choose={(tips) => void save({ tips })}
        />
        <Saved outcome={outcome} />
      </div>
    </section>
  );
}
