// The order of the requests that wait, and those that stand together because one guest sent them.
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { Icon } from "../../components/Icon.tsx";
import { formatMoney } from "../../lib/format.ts";

/** `time`: the oldest first. `tip`: the highest first; requests of one guest count by their sum. */
export type PendingOrder = "time" | "tip";

/** Requests that stand together: several of one guest, or a single one. */
export interface PendingGroup<Row> {
  /** Null for a single request. */
  guest: string | null;
  rows: Row[];
}

/** `requests` are the oldest first, and so are those of one guest. */
export function grouped<Row extends Pick<OpenRequest, "_id" | "guest" | "tipAmount">>(
  requests: readonly Row[],
  order: PendingOrder,
): PendingGroup<Row>[] {
  const groups = [...Map.groupBy(requests, ({ _id, guest }) => guest ?? `request ${_id}`).values()]
    .map((rows) => ({ guest: rows.length > 1 ? rows[0]!.guest : null, rows }));
  if (order === "time") return groups;
  // Sorting is stable: of equal tips the oldest stays first.
  return groups.map(({ guest, rows }) => ({
    guest,
    rows: rows.toSorted((a, b) => b.tipAmount - a.tipAmount),
  })).toSorted((a, b) => sumOf(b.rows) - sumOf(a.rows));
}

/** Of all tips, in TL. */
function sumOf(rows: readonly Pick<OpenRequest, "tipAmount">[]): number {
  // In kuruş, so that the sum has no error of fractions.
  return rows.reduce((sum, { tipAmount }) => sum + Math.round(tipAmount * 100), 0) / 100;
}

const KEY = "siradaki.pendingOrder";

/** What was chosen in this browser. */
export function readOrder(): PendingOrder {
  return localStorage.getItem(KEY) === "tip" ? "tip" : "time";
}

export function keepOrder(order: PendingOrder): void {
  localStorage.setItem(KEY, order);
}

interface OrderButtonProps {
  order: PendingOrder;
  turn: (order: PendingOrder) => void;
}

export function OrderButton({ order, turn }: OrderButtonProps) {
  const next = order === "time" ? "tip" : "time";
  return (
    <button
      type="button"
      className="heading-button"
      aria-label={order === "time"
        ? "Önce eski. Bahşişe göre sırala"
        : "Önce bahşiş. Zamana göre sırala"}
      title={order === "time" ? "Bahşişe göre sırala" : "Zamana göre sırala"}
      onClick={() => turn(next)}
    >
      <Icon name="order" />
      <span className="chime-words">{order === "time" ? "Önce eski" : "Önce bahşiş"}</span>
    </button>
  );
}

interface GuestRowProps {
  guest: string;
  /** Those of the guest that are not decided. */
  requests: OpenRequest[];
  approve: (requests: OpenRequest[]) => void;
}

/** The line above the requests of one guest: 'Masa 1, 5 istek, 35,00 TL', and all of them are approved by one press. */
export function GuestRow({ guest, requests, approve }: GuestRowProps) {
  const [table] = new Set(requests.map(({ table }) => table));
  const who = table ?? "Aynı müşteri";
  const sum = sumOf(requests);
  return (
    <li className="pending-guest" data-glide={`guest ${guest}`}>
      <p>
        <strong>{who}</strong>, {requests.length} istek
        {sum > 0 && <>, {formatMoney(sum)}</>}
      </p>
      <button
        type="button"
        className="heading-button"
        aria-label={`${who}: ${requests.length} isteği onayla`}
        onClick={() => approve(requests)}
      >
        Hepsini onayla
      </button>
    </li>
  );
}
