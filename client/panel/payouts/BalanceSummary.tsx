// The cafe's balance and its latest payout (docs/money.md#balance).
import type { PayoutSummary } from "../../../server/contract/payouts.ts";
import { formatDate, formatMoney } from "../../lib/format.ts";

export function BalanceSummary({ summary }: { summary: PayoutSummary }) {
  const { currentBalance, lastPayoutAmount, lastPayoutDate } = summary;
  return (
    <dl className="balance">
      <div className="balance-now">
        <dt>Güncel bakiye</dt>
        <dd className="figure">{formatMoney(currentBalance)}</dd>
        <dd className="balance-hint">Bir sonraki ödemenin esas alınacağı tutar.</dd>
      </div>
      <div>
        <dt>Son ödeme</dt>
        <dd className="figure">
          {lastPayoutAmount === null ? "-" : formatMoney(lastPayoutAmount)}
        </dd>
      </div>
      <div>
        <dt>Son ödeme tarihi</dt>
        <dd>{formatDate(lastPayoutDate)}</dd>
      </div>
    </dl>
  );
}
