// The button on a song with which the owner ticks that the till has its tip, or that it was given back.
import { useState } from "react";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import type { Tick } from "../../../server/contract/payouts.ts";
import { Icon } from "../../components/Icon.tsx";
import { formatMoney } from "../../lib/format.ts";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

/** `ticking` holds the ids of the ticks that are under way; a second one for the same id is ignored. */
export function useTick() {
  const { api, notices, queries } = usePanel();
  const [ticking, setTicking] = useState<ReadonlySet<string>>(new Set());

  const tick = async (id: string, body: Tick) => {
    if (ticking.has(id)) return;
    setTicking((before) => new Set(before).add(id));
    try {
      await api("PUT /api/requests/:id/received", { params: { id }, body });
    } catch (error) {
      notices.show("error", "Kasa güncellenirken bir hata oluştu.", sentenceOf(error));
    }
    // Also after a failure: the tip may have been ticked elsewhere, or have grown.
    await Promise.all([
      queries.refreshRoom(),
      queries.refreshAfter("PUT /api/requests/:id/received"),
    ]);
    setTicking((before) => new Set([...before].filter((other) => other !== id)));
  };
  return { ticking, tick };
}

interface TillTickProps extends ReturnType<typeof useTick> {
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

// The tick on a request that waits or is queued.

interface RequestTickProps extends ReturnType<typeof useTick> {
  request: OpenRequest;
}

/** Whether the request has a tip that is paid at the till. */
export function isAtTill({ atTill, tipAmount }: OpenRequest): boolean {
  return atTill && tipAmount > 0;
}

export function RequestTick({ request, ...ticks }: RequestTickProps) {
  const { _id, songTitle, tipAmount, receivedAmount } = request;
  return (
    <TillTick
      id={_id}
      song={songTitle}
      due={tipAmount}
      received={receivedAmount}
      {...ticks}
    />
  );
}
