// When the cafe accepts requests.
import { useState } from "react";
import type { HouseRules } from "../../../server/contract/house.ts";
import { Choice } from "./Choice.tsx";
import { NumberRule } from "./NumberRule.tsx";
import { OpeningHours } from "./OpeningHours.tsx";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";

type Mode = HouseRules["requests"];

const MODES: { value: Mode; label: string; effect: string }[] = [
  { value: "open", label: "Her zaman açık", effect: "Müşteriler her saatte istek gönderebilir." },
  {
    value: "hours",
    label: "Çalışma saatlerinde",
    effect:
      "İstekler yalnızca aşağıdaki saatlerde alınır. Kapanışta bekleyen isteklerin süresi dolar; onayladıklarınız sırada kalır.",
  },
  {
    value: "closed",
    label: "Kapalı",
    effect: "Yeni istek alınmaz. Bekleyen istekler ve sıra olduğu gibi kalır.",
  },
];

export function RequestsSection({ rules }: { rules: HouseRules }) {
  const { shown, outcome, save } = useSaving(rules);
  /** The owner chose 'hours', which cannot be saved before there are any. */
  const [waits, setWaits] = useState(false);
  const mode = waits ? "hours" : shown.requests;
  const choose = (value: Mode) => {
    const hasHours = shown.hours.length > 0;
    setWaits(value === "hours" && !hasHours);
    if (value !== "hours" || hasHours) void save({ requests: value });
  };
  return (
    <section className="card" aria-labelledby="rules-requests">
      <h2 id="rules-requests">İstek alma</h2>
      <Choice legend="İstekler" options={MODES} chosen={mode} choose={choose} />
      <Saved outcome={outcome} />
      {mode === "hours" && (
        <>
          <OpeningHours rules={rules} along={waits ? { requests: "hours" } : undefined} />
          <NumberRule
            rules={rules}
            name="lastCallMinutes"
            label="Son istekler (dakika)"
            effect="İstek alma, kapanıştan bu kadar dakika önce biter."
            none="Boş bırakırsanız kapanışa kadar sürer."
          />
        </>
      )}
    </section>
  );
}
