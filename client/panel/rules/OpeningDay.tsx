// The opening times of one weekday.
import { useId } from "react";
import type { OpeningTime } from "../../../server/contract/house.ts";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { copied, timesOf, WEEKDAYS, withAnother, withTimes } from "./opening_days.ts";
import { TimeFields } from "./TimeFields.tsx";

export interface OpeningDayProps {
  hours: OpeningTime[];
  /** 1 is Monday. */
  weekday: number;
  change: (hours: OpeningTime[]) => void;
}

export function OpeningDay({ hours, weekday, change }: OpeningDayProps) {
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
