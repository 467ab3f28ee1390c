// The requests that wait for the owner's decision, oldest first.
import { type MouseEvent, useRef } from "react";
import type { Decision, OpenRequest } from "../../../server/contract/requests.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { GlidingList } from "../../components/GlidingList.tsx";
import { Icon, type IconName } from "../../components/Icon.tsx";
import { pressOnce } from "../../lib/press_once.ts";
import { MANY_WORDS, type ManyKind } from "../many_words.ts";
import { MenuButton } from "../MenuButton.tsx";
import { ChimeButton } from "./ChimeButton.tsx";
import { isAtTill, RequestTick } from "../till/RequestTick.tsx";
import { useTick } from "../till/use_tick.ts";
import { marksOf } from "./marks.ts";
import { PendingRow } from "./PendingRow.tsx";
import { useDecision } from "./use_decision.ts";
import { type HeldRequest, useHeldRows } from "./use_held_rows.ts";
import { useKeptFocus } from "./use_kept_focus.ts";
import { useNow } from "./use_now.ts";
import { useShiftGuard } from "./use_shift_guard.ts";

/** How often '3 dk önce' is brought up to date. */
const MINUTE_CHECK_MS = 15_000;
/** The decisions that can be made on all of them. */
const MANY: ManyKind[] = ["approve", "reject"];

export function PendingList({ requests }: { requests: OpenRequest[] }) {
  const { deciding, decide, decideMany } = useDecision(requests);
  const { rows, hold, onPointerMove } = useHeldRows(requests);
  const list = useKeptFocus(rows);
  const heading = useRef<HTMLDivElement>(null);
  const guard = useShiftGuard(rows, heading);
  const ticks = useTick();
  const now = useNow(MINUTE_CHECK_MS);

  const decision = (request: HeldRequest, status: Decision["status"]) => ({
    resting: deciding.has(request._id) || request.decided !== undefined,
    onClick: ({ detail }: MouseEvent) => {
      // By keyboard the focus goes on to the next row, so none has to stay.
      if (detail > 0) hold([request], status);
      decide(request, status);
    },
  });
  const manyDecision = (kind: ManyKind) => ({
    label: MANY_WORDS[kind].label,
    run: () => decideMany(kind, (decided) => hold(decided, MANY_WORDS[kind].status)),
  });
  return (
    <section className="card pending" aria-labelledby="pending-heading" ref={list}>
      <div className="pending-top" ref={heading}>
        <h2 id="pending-heading" tabIndex={-1}>Onay bekleyenler</h2>
        {requests.length > 0 && <span className="count">{requests.length}</span>}
        <div className="pending-tools">
          {/* Of decided rows too, which it would move as it goes. */}
          {rows.length > 1 && (
            <MenuButton label="Tümünü onayla ya da reddet" actions={MANY.map(manyDecision)}>
              Tümü
              <Icon name="down" />
            </MenuButton>
          )}
          <ChimeButton />
        </div>
      </div>
      <div onClickCapture={guard} onPointerMove={onPointerMove} onKeyDown={pressOnce}>
        <GlidingList
          aria-labelledby="pending-heading"
          empty={<EmptyState text="Onay bekleyen yeni istek yok." />}
        >
          {rows.map((request) => (
            <PendingRow
              key={request._id}
              {...{ request, now }}
              tick={isAtTill(request) && !request.decided && (
                <RequestTick {...{ request, ...ticks }} />
              )}
              marks={request.decided ? [] : marksOf(request, requests)}
            >
              <DecisionButton
                {...decision(request, "rejected")}
                {...{ className: "decide-no", icon: "close", label: "Reddet" }}
                song={request.songTitle}
              />
              <DecisionButton
                {...decision(request, "approved")}
                {...{ className: "decide-yes", icon: "check", label: "Onayla" }}
                song={request.songTitle}
              />
            </PendingRow>
          ))}
        </GlidingList>
      </div>
    </section>
  );
}

interface DecisionButtonProps {
  className: string;
  icon: IconName;
  label: string;
  song: string;
  resting: boolean;
  onClick: (event: MouseEvent) => void;
}

function DecisionButton({ className, icon, label, song, resting, onClick }: DecisionButtonProps) {
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      aria-label={`${label}: ${song}`}
      title={label}
      aria-disabled={resting || undefined}
      onClick={(event) => resting || onClick(event)}
    >
      <Icon name={icon} />
    </button>
  );
}
