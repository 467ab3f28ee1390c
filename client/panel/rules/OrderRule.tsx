// In which order the queue plays (docs/house.md#order).
import type { HouseRules } from "../../../server/contract/house.ts";
import { Choice } from "./Choice.tsx";
import { NumberRule } from "./NumberRule.tsx";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";

const ORDERS: { value: HouseRules["order"]; label: string; effect: string }[] = [
  { value: "tip", label: "Bahşişe göre", effect: "Önce en yüksek bahşişli şarkı çalar." },
  {
    value: "patience",
    label: "Bahşişe göre, bekleyen unutulmadan",
    effect: "Önüne çok şarkı geçen bir şarkı, bahşişi ne olursa olsun ilk sırayı alır.",
  },
];

export function OrderRule({ rules }: { rules: HouseRules }) {
  const { shown, outcome, save } = useSaving(rules);
  return (
    <section className="card" aria-labelledby="rules-order">
      <h2 id="rules-order">Sıra</h2>
      <div className="rule-switch">
        <Choice
          legend="Şarkıların sırası"
          options={ORDERS}
          chosen={shown.order}
          choose={(order) => void save({ order })}
        />
        <Saved outcome={outcome} />
        {shown.order === "patience" && (
          <NumberRule
            rules={rules}
            name="patienceSongs"
            label="Öne geçebilecek şarkı sayısı"
            effect="Bir şarkının önüne sonradan gelen en fazla bu kadar şarkı geçebilir."
          />
        )}
      </div>
    </section>
  );
}
