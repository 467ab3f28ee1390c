// The weekly opening hours: each change is saved at once (docs/house.md#opening-hours).
import type { HouseRules, HouseRulesChange } from "../../../server/contract/house.ts";
import { OpeningDay } from "./OpeningDay.tsx";
import { WEEKDAYS } from "./opening_days.ts";
import { Saved } from "./Saved.tsx";
import { useSaving } from "./use_saving.ts";

export interface OpeningHoursProps {
  rules: HouseRules;
  /** What else changes with the hours. */
  along?: HouseRulesChange;
}

export function OpeningHours({ rules, along }: OpeningHoursProps) {
  const { shown, outcome, save } = useSaving(rules);
  return (
    <div className="rule-hours" role="group" aria-label="Çalışma saatleri">
      <p className="field-hint">
        Kapanış açılıştan erken olabilir: 18.00–02.00, ertesi gün saat 02.00'ye kadar demektir.
      </p>
      {shown.hours.length === 0 && (
        <p className="rule-missing">Bir gün seçince istekler bu saatlere göre alınır.</p>
      )}
      <ul className="days">
        {WEEKDAYS.map((name, i) => (
          <OpeningDay
            key={name}
            hours={shown.hours}
            weekday={i + 1}
            change={(hours) => void save({ hours, ...along })}
          />
        ))}
      </ul>
      <Saved outcome={outcome} />
    </div>
  );
}
