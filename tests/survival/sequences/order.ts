// The order of a queue, as docs/requests.md#order and docs/house.md#order have it.
import { type CafeModel, type Request, sumOf } from "./model.ts";

/** The requests of the queue, in the order in which they will be played if nothing changes. */
export function queueOf({ requests, rules, played }: CafeModel): Request[] {
  // Sorting keeps the order in which requests were filed.
  const byTip = requests.filter(({ state }) => state === "approved")
    .toSorted((a, b) => sumOf(b) - sumOf(a));
  if (rules.order === "tip") return byTip;
  const shown = requests.filter(({ state }) => state === "sent");
  const entries = [...played, ...shown.map(({ enteredAt }) => enteredAt)];
  const order: Request[] = [];
  while (byTip.length > 0) {
    const overtaken = (r: Request) => entries.filter((entry) => entry > r.enteredAt).length;
    const [outOfTurn] = byTip.filter((r) => overtaken(r) >= rules.patienceSongs)
      .toSorted((a, b) => a.enteredAt - b.enteredAt);
    const next = outOfTurn ?? byTip[0]!;
    byTip.splice(byTip.indexOf(next), 1);
    entries.push(next.enteredAt);
    order.push(next);
  }
  return order;
}
