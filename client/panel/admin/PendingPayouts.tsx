// The admin's table of transfers to make. On a phone each row is a card.
import type { PendingPayout } from "../../../server/contract/payouts.ts";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Money } from "../../components/Money.tsx";
import { inFours } from "../../lib/in_fours.ts";
import { notify } from "../../lib/notices.ts";
import { copyText } from "../copy_text.ts";

export interface PendingPayoutsProps {
  payouts: PendingPayout[];
  /** The one that is being marked. */
  marking?: string;
  onPaid(payout: PendingPayout): void;
}

/** Roles are spelled out: a table that is laid out as cards is else none to a screen reader. */
export function PendingPayouts({ payouts, marking, onPaid }: PendingPayoutsProps) {
  return (
    <table className="table table-cards" role="table">
      <caption className="visually-hidden">Bekleyen ödemeler</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Kafe</th>
          <th role="columnheader" scope="col">Alıcı</th>
          <th role="columnheader" scope="col">Dönem</th>
          <th role="columnheader" scope="col" className="figure">Tutar</th>
          <th role="columnheader" scope="col">İşlem</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {payouts.map((payout) => (
          <tr role="row" key={payout.payoutId}>
            <th role="rowheader" scope="row">
              {payout.cafeName}
              <a className="table-aside" href={`mailto:${payout.email}`}>{payout.email}</a>
              <a className="table-aside" href={`tel:${payout.phoneNumber.replace(/[^\d+]/g, "")}`}>
                {payout.phoneNumber}
              </a>
            </th>
            <td role="cell">
              {payout.accountHolderName}
              <span className="iban">
                <span>{inFours(payout.iban)}</span>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`${payout.cafeName}: IBAN'ı kopyala`}
                  onClick={() => copyIban(payout.iban)}
                >
                  <Icon name="copy" />
                </button>
              </span>
            </td>
            <td role="cell" className="table-period">{payout.period}</td>
            <td role="cell" className="figure">
              <Money tl={payout.amount} />
            </td>
            <td role="cell">
              <Button
                busy={marking === payout.payoutId}
                aria-label={`${payout.cafeName}: Ödendi olarak işaretle`}
                onClick={() => onPaid(payout)}
              >
                Ödendi
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Without blanks: not every bank's form takes them. */
async function copyIban(iban: string): Promise<void> {
  if (await copyText(iban)) notify("success", "IBAN panoya kopyalandı!");
  else notify("error", "IBAN kopyalanamadı. Lütfen seçip kendiniz kopyalayın.");
}
