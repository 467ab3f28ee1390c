// The requests that wait for the owner's decision, those of one guest together.
import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { requestedSong } from "../../../server/contract/same_song.ts";
import type { Decision, OpenRequest } from "../../../server/contract/requests.ts";
import { LARGE_TIP_TL } from "../../../server/contract/limits.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { GlidingList } from "../../components/GlidingList.tsx";
import { Icon } from "../../components/Icon.tsx";
import { pressOnce } from "../../lib/press_once.ts";
import { useStore } from "../../lib/store.ts";
import { MenuButton } from "../MenuButton.tsx";
import { MANY_WORDS, type ManyKind } from "../many_words.ts";
import { usePanel } from "../services.ts";
import { isAtTill, RequestTick, useTick } from "../till/TillTick.tsx";
import {
  grouped,
  GuestRow,
  keepOrder,
  OrderButton,
  type PendingOrder,
  readOrder,
} from "./PendingGroups.tsx";
import { DecisionButton, type HeldRequest, PendingRow } from "./PendingRow.tsx";
import { RowMenu } from "./RowMenu.tsx";
import { useDecision, useKeptFocus } from "./use_decision.ts";
import { useDecisionKeys } from "./use_hands.ts";

const WORDS = {
  on: "açık",
  off: "kapalı",
  // Browsers allow no sound before the page was touched.
  blocked: "için dokunun",
} as const;

function ChimeButton() {
  const { chime } = usePanel();
  const state = useStore(chime);
  const words = WORDS[state];
  return (
    <button
      type="button"
      className="heading-button chime"
      title={`Yeni istekte ses ${words}`}
      onClick={chime.toggle}
    >
      <Icon name={state === "on" ? "bell" : "bellOff"} />
      <span className="visually-hidden">Yeni istekte</span>
      <span className="chime-words">Ses {words}</span>
    </button>
  );
}

/** The marks of `request`, which is one of the `pending` ones, the oldest first. */
export function marksOf(request: OpenRequest, pending: OpenRequest[]): string[] {
  const { _id, inQueue, tipAmount } = request;
  const song = requestedSong(request);
  const first = pending.find((other) => requestedSong(other) === song);
  return [
    ...(tipAmount >= LARGE_TIP_TL ? ["yüksek bahşiş"] : []),
    ...(inQueue ? ["zaten sırada"] : first && first._id !== _id ? ["zaten bekliyor"] : []),
  ];
}

/** Decided rows go together, this long after the last decision. */
const HOLD_MS = 1500;
/** A mouse that moves over the list is looking for its next row. */
const AIM_MS = 500;

/**
 * Returns the rows to show, oldest first: `requests`, and those that `hold` was called for and that are no longer among
 * them.
 */
function useHeldRows(requests: OpenRequest[]) {
  const [held, setHeld] = useState<HeldRequest[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dueAt = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const wait = (ms: number) => {
    dueAt.current = Math.max(dueAt.current, Date.now() + ms);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHeld([]), dueAt.current - Date.now());
  };
  const ids = new Set(requests.map(({ _id }) => _id));
  const gone: HeldRequest[] = held.filter(({ _id }) => !ids.has(_id));
  const rows: HeldRequest[] = [...requests, ...gone];
  return {
    rows: gone.length === 0 ? rows : rows.toSorted(byTime),
    hold(requests: OpenRequest[], decided: Decision["status"]) {
      const ids = new Set(requests.map(({ _id }) => _id));
      setHeld((before) => [
        ...before.filter(({ _id }) => !ids.has(_id)),
        ...requests.map((request) => ({ ...request, decided })),
      ]);
      wait(HOLD_MS);
    },
    /** For the list's event of that name: as long as a mouse moves over it, decided rows keep their places. */
    onPointerMove({ pointerType }: PointerEvent) {
      if (gone.length > 0 && pointerType === "mouse") wait(AIM_MS);
    },
  };
}

function byTime(a: OpenRequest, b: OpenRequest): number {
  const [before, after] = [a.createdAt + a._id, b.createdAt + b._id];
  return before < after ? -1 : before > after ? 1 : 0;
}

/** The present time in epoch ms, renewed every `intervalMs`. */
function useNow(intervalMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

/** Shorter than the time in which a person sees what has moved and reacts. */
const GUARD_MS = 350;

/**
 * Returns `onClickCapture` for the element around the list. The keyboard decides on what has the focus, wherever it is.
 * The rows also move if `heading`, which is above them, gets another height: on a phone its buttons need a second line.
 */
function useShiftGuard(
  rows: readonly { _id: string }[],
  heading: RefObject<HTMLElement | null>,
) {
  const before = useRef<string[]>([]);
  const heightBefore = useRef<number>(undefined);
  const shiftedAt = useRef(-Infinity);
  useLayoutEffect(() => {
    const ids = rows.map(({ _id }) => _id);
    const shifted = ids.some((id, i) => before.current.includes(id) && before.current[i] !== id);
    const height = heading.current!.offsetHeight;
    const pushed = heightBefore.current !== undefined && heightBefore.current !== height;
    if (shifted || pushed) shiftedAt.current = Date.now();
    before.current = ids;
    heightBefore.current = height;
  }, [rows]);

  return (event: MouseEvent) => {
    const byPointer = event.detail > 0;
    if (byPointer && Date.now() - shiftedAt.current < GUARD_MS) event.stopPropagation();
  };
}

/** How often '3 dk önce' is brought up to date. */
const MINUTE_CHECK_MS = 15_000;
/** The decisions that can be made on all of them. */
const MANY: ManyKind[] = ["approve", "reject"];

/**
 * The rows with a name of their guest that stays while requests are decided: the server names a guest by the oldest request
 * that waits, which may be the one that was just decided.
 */
function useStableGuests(rows: HeldRequest[]): HeldRequest[] {
  const known = useRef(new Map<string, string>());
  return rows.map((row) => {
    const guest = row.guest === null
      ? known.current.get(row._id) ?? null
      : known.current.get(row.guest) ?? row.guest;
    if (guest !== null) known.current.set(row._id, guest);
    return { ...row, guest };
  });
}

interface PendingListProps {
  requests: OpenRequest[];
  /** Whether requests enter the queue without a decision. */
  approvesAll?: boolean;
}

export function PendingList({ requests, approvesAll }: PendingListProps) {
  const { deciding, decide, decideMany, decideSome } = useDecision(requests);
  const { rows: held, hold, onPointerMove } = useHeldRows(requests);
  const [order, setOrder] = useState(readOrder);
  const groups = grouped(useStableGuests(held), order);
  const rows = groups.flatMap(({ rows }) => rows);
  const list = useKeptFocus(rows);
  const heading = useRef<HTMLDivElement>(null);
  const guard = useShiftGuard(rows, heading);
  const ticks = useTick();
  const now = useNow(MINUTE_CHECK_MS);
  const open = rows.filter(({ _id, decided }) => !decided && !deciding.has(_id));
  useDecisionKeys(open, (request, status) => void decideSome([request], status));

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
  const turn = (order: PendingOrder) => {
    keepOrder(order);
    setOrder(order);
  };
  const row = (request: HeldRequest, inGroup: boolean) => (
    <PendingRow
      key={request._id}
      {...{ request, inGroup, now }}
      decide={(status) => void decideSome([request], status)}
      tick={isAtTill(request) && !request.decided && <RequestTick {...{ request, ...ticks }} />}
      marks={request.decided ? [] : marksOf(request, requests)}
    >
      {!request.decided && <RowMenu request={request} pending={requests} />}
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
  );
  return (
    <section className="card pending" aria-labelledby="pending-heading" ref={list}>
      <div className="pending-top" ref={heading}>
        <h2 id="pending-heading" tabIndex={-1}>Onay bekleyenler</h2>
        {requests.length > 0 && <span className="count">{requests.length}</span>}
        <div className="pending-tools">
          {/* Of decided rows too, which it would move as it goes. */}
          {rows.length > 1 && (
            <>
              <OrderButton order={order} turn={turn} />
              <MenuButton label="Tümünü onayla ya da reddet" actions={MANY.map(manyDecision)}>
                Tümü
                <Icon name="down" />
              </MenuButton>
            </>
          )}
          <ChimeButton />
        </div>
      </div>
      <div onClickCapture={guard} onPointerMove={onPointerMove} onKeyDown={pressOnce}>
        <GlidingList
          aria-labelledby="pending-heading"
          empty={
            <EmptyState
              text="Onay bekleyen yeni istek yok."
              hint={approvesAll ? "İstekler onay beklemeden sıraya giriyor." : undefined}
            />
          }
        >
          {groups.flatMap(({ guest, rows }) => [
            ...guest === null ? [] : [
              <GuestRow
                key={`guest ${guest}`}
                guest={guest}
                requests={rows.filter(({ decided }) => !decided)}
                approve={(requests) => {
                  hold(requests, "approved");
                  void decideSome(requests, "approved");
                }}
              />,
            ],
            ...rows.map((request) => row(request, guest !== null)),
          ])}
        </GlidingList>
      </div>
      {rows.length > 0 && (
        <p className="pending-keys">
          <kbd>O</kbd> onaylar, <kbd>R</kbd> reddeder, <kbd>Ctrl</kbd> <kbd>Z</kbd> geri alır.
        </p>
      )}
    </section>
  );
}
