// The admin's table of payouts that were paid lately. A marking that was a mistake is taken back here.
import type { PaidPayout } from "../../../server/contract/payouts.ts";
import { Button } from "../../components/Button.tsx";
import { Money } from "../../components/Money.tsx";
import { formatDate, formatTime } from "../../lib/format.ts";
import { groupIban } from "../../lib/group_iban.ts";

export interface PaidPayoutsProps {
  payouts: PaidPayout[];
  /** The id of the payout that is being corrected. */
  correcting?: string;
  onCorrect(payout: PaidPayout): void;
}

/** The roles are explicit because screen readers treat a table that CSS lays out as cards as no table. */
export function PaidPayouts({ payouts, correcting, onCorrect }: PaidPayoutsProps) {
  return (
    <table className="table table-cards" role="table">
      <caption className="visually-hidden">Ödenenler</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Kafe</th>
          <th role="columnheader" scope="col">Alıcı</th>
          <th role="columnheader" scope="col">Dönem</th>
          <th role="columnheader" scope="col" className="figure">Tutar</th>
          <th role="columnheader" scope="col">Ödendi</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {payouts.map((payout) => (
          <tr role="row" key={payout.payoutId}>
            <th role="rowheader" scope="row">{payout.cafeName}</th>
            <td role="cell">
              {payout.accountHolderName || "-"}
              <span className="iban">{groupIban(payout.iban)}</span>
            </td>
            <td role="cell" className="table-period">{payout.period}</td>
            <td role="cell" className="figure">
              <Money tl={payout.amount} />
            </td>
            <td role="cell">
              {formatDate(payout.paidAt)} {formatTime(payout.paidAt)}
              {payout.canCorrect && (
                <Button
                  busy={correcting === payout.payoutId}
                  aria-label={`${payout.cafeName}: Ödenmedi olarak düzelt`}
                  onClick={() => onCorrect(payout)}
                >
                  Düzelt
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
