// The cafe's balance and its latest payout (docs/money.md#balance).
import type { PayoutSummary } from "../../../server/contract/payouts.ts";
import { formatDate, formatMoney, formatPercent } from "../../lib/format.ts";

export function BalanceSummary({ summary }: { summary: PayoutSummary }) {
  const { currentBalance, lastPayoutAmount, lastPayoutDate, fee, payoutMin } = summary;
  return (
    <dl className="balance">
      <div className="balance-now">
        <dt>Güncel bakiye</dt>
        <dd className="figure">{formatMoney(currentBalance)}</dd>
        <dd className="balance-hint">
          {currentBalance < 0
            ? "Ödemesi oluşturulduktan sonra bir bahşiş geri alındı: şarkısı geçilmiş veya çalınamamıştı. Fark, sonraki kazancınızdan düşülür."
            : "Bir sonraki ödemede esas alınacak tutar."}
        </dd>
        {fee && currentBalance >= 0 && (
          <dd className="balance-hint">
            Bundan {formatPercent(fee.percent)} hizmet bedeli düşülür; size{" "}
            {formatMoney(currentBalance - fee.amount)} ödenir.
          </dd>
        )}
        {payoutMin !== undefined && (
          <dd className="balance-hint">
            Ödeme, bakiyeniz {formatMoney(payoutMin)} olunca oluşturulur; o zamana kadar birikir.
          </dd>
        )}
      </div>
      <div>
        <dt>Son ödeme</dt>
        <dd className="figure">
          {lastPayoutAmount === null ? "-" : formatMoney(lastPayoutAmount)}
        </dd>
      </div>
      <div>
        <dt>Son ödemenin yapıldığı tarih</dt>
        <dd>{formatDate(lastPayoutDate)}</dd>
      </div>
    </dl>
  );
}
