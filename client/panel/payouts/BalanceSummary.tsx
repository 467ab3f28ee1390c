// The cafe's balance and its latest payout (docs/money.md#balance).
import type { Payout, PayoutSummary } from "../../../server/contract/payouts.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Money } from "../../components/Money.tsx";
import { formatDate, formatMoney, formatPercent, formatPeriod } from "../../lib/format.ts";

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

// Every payout of the cafe, newest first, numbered so that the oldest is 1.

/** The roles are explicit because screen readers treat a table that CSS lays out otherwise as no table. */
export function PayoutHistory({ payouts }: { payouts: Payout[] }) {
  if (payouts.length === 0) {
    return (
      <EmptyState
        icon="wallet"
        text="Henüz bir ödeme geçmişiniz yok."
        hint="Bahşişli bir şarkı çalınca kazancınız birikmeye başlar."
      />
    );
  }
  return (
    <table className="table table-history" role="table">
      <caption className="visually-hidden">Ödeme geçmişi</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">No</th>
          <th role="columnheader" scope="col">Dönem</th>
          <th role="columnheader" scope="col" className="figure">Tutar</th>
          <th role="columnheader" scope="col">Durum</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {payouts.map((payout, i) => (
          <tr role="row" key={payout._id}>
            <td role="cell">{payouts.length - i}</td>
            <th role="rowheader" scope="row">
              {formatPeriod(payout.startDate, payout.endDate)}
              <span className="table-aside">
                Oluşturulma: {formatDate(payout.createdAt)}
              </span>
            </th>
            <td role="cell" className="figure">
              <Money tl={payout.totalAmount} />
              {payout.feeAmount !== undefined && (
                <span className="table-aside">
                  Hizmet bedeli: {formatMoney(payout.feeAmount)}
                </span>
              )}
            </td>
            <td role="cell">
              <PayoutState paid={payout.status === "paid"} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PayoutState({ paid }: { paid: boolean }) {
  return (
    <span className={paid ? "payout-state payout-state-paid" : "payout-state"}>
      {paid ? "Ödendi" : "Beklemede"}
    </span>
  );
}
