// Which requests enter the queue by themselves (docs/house.md#approval).
import { useState } from "react";
import type { HouseRules } from "../../../server/contract/house.ts";
import { readAmount } from "../../lib/read_amount.ts";
import { Choice } from "./Choice.tsx";
import { NumberRule } from "./NumberRule.tsx";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";

type Approve = HouseRules["approve"];

const WAYS: { value: Approve; label: string; effect: string }[] = [
  { value: "never", label: "Kapalı", effect: "Her isteğe siz karar verirsiniz." },
  {
    value: "from",
    label: "Belli bir bahşişten itibaren",
    effect: "Bahşişi bu tutara ulaşan istekler onayınızı beklemeden sıraya girer.",
  },
  {
    value: "always",
    label: "Her istek",
    effect: "Bütün istekler hemen sıraya girer. Sıradan yine de çıkarabilirsiniz.",
  },
];

export function ApprovalRule({ rules }: { rules: HouseRules }) {
  const { shown, outcome, save } = useSaving(rules);
  /** The owner chose 'from', which cannot be saved before there is an amount. */
  const [waits, setWaits] = useState(false);
  const way = waits ? "from" : shown.approve;
  const choose = (value: Approve) => {
    const hasAmount = shown.approveFromTl !== null;
    setWaits(value === "from" && !hasAmount);
    if (value !== "from" || hasAmount) void save({ approve: value });
  };
  return (
    <div className="rule-switch">
      <Choice legend="Otomatik onay" options={WAYS} chosen={way} choose={choose} />
      <Saved outcome={outcome} />
      {way === "from" && (
        <NumberRule
          rules={rules}
          name="approveFromTl"
          label="En az bahşiş (TL)"
          effect="Bir tutar girince kural geçerli olur."
          read={readAmount}
          along={{ approve: "from" }}
        />
      )}
    </div>
  );
}
