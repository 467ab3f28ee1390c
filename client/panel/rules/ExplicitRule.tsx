// Whether songs that are marked as explicit are refused.
import { useId } from "react";
import type { HouseRules } from "../../../server/contract/house.ts";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";

export function ExplicitRule({ rules }: { rules: HouseRules }) {
  const id = useId();
  const { shown, outcome, save } = useSaving(rules);
  return (
    <div className="rule-switch">
      <div className="rule-option">
        <input
          type="checkbox"
          id={id}
          checked={shown.explicit === "refused"}
          aria-describedby={`${id}-effect`}
          onChange={(event) =>
            void save({ explicit: event.currentTarget.checked ? "refused" : "allowed" })}
        />
        <label htmlFor={id}>Uygunsuz sözlü şarkıları reddet</label>
        <p className="field-hint" id={`${id}-effect`}>
          Müzik servisinin uygunsuz olarak işaretlediği şarkılar aramada çıkmaz ve istenemez.
        </p>
      </div>
      <Saved outcome={outcome} />
    </div>
  );
}
