// The button on a song with which the owner ticks that the till has its tip, or that it was given back.
import { Icon } from "../../components/Icon.tsx";
import { formatMoney } from "../../lib/format.ts";
import type { useTick } from "./use_tick.ts";

export interface TillTickProps extends ReturnType<typeof useTick> {
  id: string;
  song: string;
  /** What the till should have, and has, in TL. */
  due: number;
  received: number;
}

export function TillTick({ id, song, due, received, ticking, tick }: TillTickProps) {
  // A song that was not played in the end: what the till has of it goes back to the guest.
  const back = due === 0;
  const whole = !back && received === due;
  const missing = received > 0 && received < due
    ? `${formatMoney(due - received)} daha`
    : undefined;
  const text = back ? "Geri verildi" : missing ?? "Alındı";
  const resting = ticking.has(id);
  return (
    <button
      type="button"
      className="till-tick"
      aria-label={`${back ? text : "Alındı"}: ${song}${missing ? `, ${missing}` : ""}`}
      aria-pressed={back ? undefined : whole}
      aria-disabled={resting || undefined}
      onClick={() =>
        resting || tick(id, whole || back ? { received: false } : { received: true, amount: due })}
    >
      {!back && <span className="till-box">{whole && <Icon name="check" />}</span>}
      {text}
    </button>
  );
}
