// Every payout of the cafe, newest first, numbered so that the oldest is 1.
import type { Payout } from "../../../server/contract/payouts.ts";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Money } from "../../components/Money.tsx";
import { formatDate, formatMoney, formatPeriod } from "../../lib/format.ts";

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
