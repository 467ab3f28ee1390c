// When the cafe accepts requests.
import { type FocusEvent, useEffect, useId, useState } from "react";
import type { HouseRules, HouseRulesChange, OpeningTime } from "../../../server/contract/house.ts";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Choice, NumberRule, Saved, useSaving } from "./RuleFields.tsx";

/** From Monday, which is weekday 1. */
const WEEKDAYS = [
  "Pazartesi",
  "Salı",
  "Çarşamba",
  "Perşembe",
  "Cuma",
  "Cumartesi",
  "Pazar",
] as const;

/** From when to when a cafe is open, both 'HH:MM'. */
type Times = Pick<OpeningTime, "opens" | "closes">;

/** For a cafe that has no opening hours yet. */
const FIRST: Times = { opens: "10:00", closes: "23:00" };
/** Added to a day that has a time already. */
const ANOTHER: Times = { opens: "12:00", closes: "14:00" };

/** The times of a weekday, in the order in which they were added. */
function timesOf(hours: readonly OpeningTime[], weekday: number): Times[] {
  return hours.filter((time) => time.weekday === weekday)
    .map(({ opens, closes }) => ({ opens, closes }));
}

/** The hours with `times` as those of `weekday`. */
export function withTimes(
  hours: readonly OpeningTime[],
  weekday: number,
  times: readonly Times[],
): OpeningTime[] {
  return WEEKDAYS.flatMap((_, i) => {
    const day = i + 1;
    return (day === weekday ? times : timesOf(hours, day)).map((time) => ({
      weekday: day,
      opens: time.opens,
      closes: time.closes,
    }));
  });
}

/** The hours with a time more on `weekday`: the first one as on the closest day before it that is open. */
export function withAnother(hours: readonly OpeningTime[], weekday: number): OpeningTime[] {
  const times = timesOf(hours, weekday);
  if (times.length > 0) return withTimes(hours, weekday, [...times, ANOTHER]);
  for (let back = 1; back < WEEKDAYS.length; back++) {
    const before = timesOf(hours, (weekday - back + 6) % 7 + 1);
    if (before.length > 0) return withTimes(hours, weekday, before);
  }
  return withTimes(hours, weekday, [FIRST]);
}

/** The hours with those of `weekday` on every day. */
export function copied(hours: readonly OpeningTime[], weekday: number): OpeningTime[] {
  const times = timesOf(hours, weekday);
  return WEEKDAYS.reduce<OpeningTime[]>((all, _, i) => withTimes(all, i + 1, times), [...hours]);
}

function endsNextDay({ opens, closes }: Times): boolean {
  return closes < opens;
}

interface TimeFieldsProps {
  times: Times;
  /** 'Pazartesi', or 'Pazartesi, 2. saat'. */
  name: string;
  change: (times: Times) => void;
}

function TimeFields({ times: { opens, closes }, name, change }: TimeFieldsProps) {
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

interface OpeningDayProps {
  hours: OpeningTime[];
  /** 1 is Monday. */
  weekday: number;
  change: (hours: OpeningTime[]) => void;
}

function OpeningDay({ hours, weekday, change }: OpeningDayProps) {
  const id = useId();
  const name = WEEKDAYS[weekday - 1]!;
  const times = timesOf(hours, weekday);
  const isOpen = times.length > 0;
  const toggle = () => change(isOpen ? withTimes(hours, weekday, []) : withAnother(hours, weekday));
  return (
    <li className="day">
      <div className="day-name">
        <input type="checkbox" id={id} checked={isOpen} onChange={toggle} />
        <label htmlFor={id}>{name}</label>
      </div>
      {isOpen
        ? (
          <>
            <div className="day-times">
              {times.map((time, i) => (
                <div key={i} className="day-time">
                  <TimeFields
                    times={time}
                    name={i === 0 ? name : `${name}, ${i + 1}. saat`}
                    change={(changed) => change(withTimes(hours, weekday, times.with(i, changed)))}
                  />
                  {times.length > 1 && (
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={`${name}, ${i + 1}. saat: kaldır`}
                      onClick={() => change(withTimes(hours, weekday, times.toSpliced(i, 1)))}
                    >
                      <Icon name="close" />
                    </button>
                  )}
                </div>
              ))}
            </div>
            <div className="day-actions">
              <Button
                look="quiet"
                aria-label={`${name}: saat ekle`}
                onClick={() => change(withAnother(hours, weekday))}
              >
                Saat ekle
              </Button>
              <Button
                look="quiet"
                aria-label={`${name}: diğer günlere kopyala`}
                onClick={() => change(copied(hours, weekday))}
              >
                Diğer günlere kopyala
              </Button>
            </div>
          </>
        )
        : <p className="day-closed">Kapalı</p>}
    </li>
  );
}

interface OpeningHoursProps {
  rules: HouseRules;
  /** The other rules that are saved together with the hours. */
  along?: HouseRulesChange;
}

function OpeningHours({ rules, along }: OpeningHoursProps) {
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
