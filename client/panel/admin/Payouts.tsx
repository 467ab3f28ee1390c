// The admin's payouts: those that wait, and those that are paid (docs/money.md#paid).
import type { PaidPayout, PendingPayout } from "../../../server/contract/payouts.ts";
import { Button } from "../../components/Button.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Money } from "../../components/Money.tsx";
import { formatDate, formatTime, groupIban } from "../../lib/format.ts";
import type { Notices } from "../../lib/notices.ts";
import { copyText } from "../files.ts";
import { usePanel } from "../services.ts";

interface PendingPayoutsProps {
  payouts: PendingPayout[];
  /** The id of the payout that is being marked as paid. */
  marking?: string;
  onPaid(payout: PendingPayout): void;
}

/** The roles are explicit because screen readers treat a table that CSS lays out as cards as no table. */
export function PendingPayouts({ payouts, marking, onPaid }: PendingPayoutsProps) {
  const { notices } = usePanel();
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
              {payout.accountHolderName || "Hesap sahibinin adı girilmemiş"}
              <span className="iban">
                <span>{payout.iban ? groupIban(payout.iban) : "IBAN girilmemiş"}</span>
                {payout.iban && (
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`${payout.cafeName}: IBAN'ı kopyala`}
                    onClick={() => copyIban(payout.iban, notices)}
                  >
                    <Icon name="copy" />
                  </button>
                )}
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
                {"Ödendi\u00a0olarak işaretle"}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Copies the IBAN without spaces, which some banks' forms refuse. */
async function copyIban(iban: string, notices: Notices): Promise<void> {
  if (await copyText(iban)) notices.show("success", "IBAN panoya kopyalandı!");
  else notices.show("error", "IBAN kopyalanamadı. Lütfen seçip kendiniz kopyalayın.");
}

// The admin's table of payouts that were paid lately. A marking that was a mistake is taken back here.

interface PaidPayoutsProps {
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
