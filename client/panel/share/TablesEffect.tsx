// Says what the codes of tables do under the rule of the house, and leads to it.
import { Link } from "@tanstack/react-router";
import type { HouseRules } from "../../../server/contract/house.ts";

const EFFECTS: Record<HouseRules["tables"], string> = {
  off: "Masa kodları kapalı: kartlar sayfanızı açar, isteklerde masa görünmez.",
  optional: "Kartındaki kodu okutan müşterinin isteğinde masası görünür.",
  required: "Yalnızca masasındaki kodu okutan müşteriler istek gönderebilir.",
};

export function TablesEffect({ rule }: { rule: HouseRules["tables"] }) {
  return (
    <div className="share-tables-rule">
      <p className="aside">{EFFECTS[rule]}</p>
      <Link to="/panel/rules">Kurallar ekranında değiştirin</Link>
    </div>
  );
}
