// One opening time of a day: saved when both fields are left.
import { type FocusEvent, useEffect, useState } from "react";
import { endsNextDay, type Times } from "./opening_days.ts";

export interface TimeFieldsProps {
  times: Times;
  /** 'Pazartesi', or 'Pazartesi, 2. saat'. */
  name: string;
  change: (times: Times) => void;
}

export function TimeFields({ times: { opens, closes }, name, change }: TimeFieldsProps) {
  const [typed, setTyped] = useState({ opens, closes });
  useEffect(() => setTyped({ opens, closes }), [opens, closes]);
  const isWhole = typed.opens !== "" && typed.closes !== "";
  const isSame = isWhole && typed.opens === typed.closes;
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    // A field that was emptied has no time.
    if (!isWhole) return setTyped({ opens, closes });
    if (isSame || typed.opens === opens && typed.closes === closes) return;
    change(typed);
  };
  const field = (key: keyof Times, label: string) => (
    <input
      type="time"
      className="input"
      aria-label={`${name}: ${label}`}
      aria-invalid={isSame || undefined}
      value={typed[key]}
      onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
    />
  );
  return (
    <div className="times" onBlur={leave}>
      {field("opens", "açılış")}
      <span aria-hidden="true">–</span>
      {field("closes", "kapanış")}
      <span className="times-note">{isWhole && endsNextDay(typed) && "ertesi gün"}</span>
      {isSame && <p className="field-error" role="alert">Açılış ve kapanış aynı saat olamaz.</p>}
    </div>
  );
}
