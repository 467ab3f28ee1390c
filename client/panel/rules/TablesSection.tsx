// Whether requests come from a table (docs/house.md#tables).
import { Link } from "@tanstack/react-router";
import type { HouseRules } from "../../../server/contract/house.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { Choice } from "./Choice.tsx";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";
import { WouldRefuse } from "./WouldRefuse.tsx";

const WAYS: { value: HouseRules["tables"]; label: string; effect: string }[] = [
  {
    value: "off",
    label: "Kapalı",
    effect: "Masa sorulmaz; okutulan masa kodları dikkate alınmaz.",
  },
  {
    value: "optional",
    label: "İsteğe bağlı",
    effect: "Masasındaki kodu okutan müşterinin isteğinde masasını görürsünüz.",
  },
  {
    value: "required",
    label: "Zorunlu",
    effect: "Yalnızca masasındaki kodu okutan müşteriler istek gönderebilir.",
  },
];

export interface TablesSectionProps {
  rules: HouseRules;
  /** How many tables there are. */
  count: number;
  pending: OpenRequest[];
}

export function TablesSection({ rules, count, pending }: TablesSectionProps) {
  const { shown, outcome, save } = useSaving(rules);
  return (
    <section className="card" aria-labelledby="rules-tables">
      <h2 id="rules-tables">Masalar</h2>
      <div className="rule-switch">
        <Choice
          legend="Masa kodu"
          options={WAYS}
          chosen={shown.tables}
          choose={(tables) => void save({ tables })}
        />
        <Saved outcome={outcome} />
        {shown.tables === "required" && (
          <WouldRefuse count={pending.filter(({ table }) => table === null).length} />
        )}
        {shown.tables !== "off" && count === 0 && (
          <p className="rule-missing">
            {shown.tables === "required"
              ? "Henüz masanız yok, bu yüzden kimse istek gönderemez."
              : "Henüz masanız yok."}
          </p>
        )}
        <Link to="/panel/share" className="rule-link">Masaları ekleyin, kartlarını yazdırın</Link>
      </div>
    </section>
  );
}
