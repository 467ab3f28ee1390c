// /admin/payouts: the payouts that wait for a transfer, and the button that marks one as paid.
import { createFileRoute, type ErrorComponentProps, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { PaidPayout, PendingPayout } from "../../../../server/contract/payouts.ts";
import { buttonClass } from "../../../components/Button.tsx";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { formatMoney } from "../../../lib/format.ts";
import { isRefused, sentenceOf } from "../../../lib/http.ts";
import { DownloadButton } from "../../DownloadButton.tsx";
import { totalOf } from "../../payouts/EarningsChart.tsx";
import { PaidPayouts, PendingPayouts } from "../../admin/Payouts.tsx";
import { asked, useLoaded } from "../../queries.ts";
import { LoadFailed } from "../../ScreenStates.tsx";
import { titled } from "../../title.ts";
import { usePanel } from "../../services.ts";

const PENDING = asked("GET /api/admin/payouts");
const PAID = asked("GET /api/admin/payouts/paid");

export const Route = createFileRoute("/_admin/admin/payouts")({
  loader: ({ context: { queries: { load } } }) => Promise.all([load(PENDING), load(PAID)]),
  head: titled("Bekleyen ödemeler"),
  component: AdminPayouts,
  errorComponent: AdminLoadFailed,
});

/** With these a payout is refused that is not any more as the list shows it. */
const OUT_OF_DATE = [
  "payout_not_found",
  "payout_details_changed",
  "payout_details_missing",
  "payout_correction_late",
  "payout_waived",
  "payout_erased",
] as const;

function AdminPayouts() {
  const payouts = useLoaded(PENDING);
  const paid = useLoaded(PAID);
  const { api, confirmation, notices, queries } = usePanel();
  const refresh = () => queries.refreshAfter("PUT /api/admin/payouts/:payoutId/paid");
  /** The id of the payout that is being changed. */
  const [changing, setChanging] = useState<string>();

  const change = async (payoutId: string, send: () => Promise<{ msg: string }>) => {
    setChanging(payoutId);
    try {
      notices.show("success", (await send()).msg);
      await refresh();
      // The button that had the focus was removed with its row.
      document.querySelector<HTMLElement>("h1")?.focus();
    } catch (error) {
      notices.show("error", "İşlem sırasında bir hata oluştu.", sentenceOf(error));
      // The list is out of date: the owner has changed the bank details, or it is too late for a correction.
      if (isRefused(error, ...OUT_OF_DATE)) await refresh();
    } finally {
      setChanging(undefined);
    }
  };

  const markPaid = async (payout: PendingPayout) => {
    const { payoutId, cafeName, amount, iban, accountHolderName } = payout;
    const sure = await confirmation.ask({
      title: "Ödendi olarak işaretle",
      text: `${cafeName} için ${formatMoney(amount)} ödendi olarak işaretlenecek. ` +
        "Yanlış bir işareti bir gün içinde 'Düzelt' ile kaldırabilirsiniz. Bir günden sonra bu işlem geri alınamaz. Emin misiniz?",
      action: "Ödendi olarak işaretle",
    });
    if (!sure) return;
    const body = { iban, accountHolderName };
    await change(
      payoutId,
      () => api("PUT /api/admin/payouts/:payoutId/paid", { params: { payoutId }, body }),
    );
  };

  const correct = async ({ payoutId, cafeName, amount }: PaidPayout) => {
    const sure = await confirmation.ask({
      title: "Ödenmedi olarak düzelt",
      text: `${cafeName} için ${formatMoney(amount)} yeniden bekleyen ödemelere alınacak. Para ` +
        "gönderilmediyse devam edin.",
      action: "Ödenmedi olarak düzelt",
    });
    if (!sure) return;
    await change(
      payoutId,
      () => api("DELETE /api/admin/payouts/:payoutId/paid", { params: { payoutId } }),
    );
  };

  const total = formatMoney(totalOf(payouts.map(({ amount }) => amount)));
  return (
    <>
      <PageHeading
        title="Bekleyen ödemeler"
        lead={payouts.length > 0 && `${payouts.length} ödeme, toplam ${total}`}
      >
        <Link to="/admin/sessions" className={buttonClass()}>Güvenlik</Link>
        {payouts.length > 0 && (
          <DownloadButton
            load={() => api("GET /api/admin/payouts/pending.csv", { file: true })}
            name="siradaki-bekleyen-odemeler.csv"
          >
            CSV indir
          </DownloadButton>
        )}
      </PageHeading>
      {payouts.length === 0
        ? <EmptyState icon="wallet" text="Ödeme bekleyen kayıt bulunamadı." />
        : <PendingPayouts payouts={payouts} marking={changing} onPaid={markPaid} />}
      {paid.length > 0 && (
        <section className="paid" aria-labelledby="paid">
          <h2 id="paid">Ödenenler</h2>
          <PaidPayouts payouts={paid} correcting={changing} onCorrect={correct} />
        </section>
      )}
    </>
  );
}

/** Shows the server's own sentence, if there is one. */
function AdminLoadFailed(props: ErrorComponentProps) {
  const text = sentenceOf(props.error) ||
    "Veriler yüklenirken bir hata oluştu. Admin yetkiniz olduğundan emin olun.";
  return <LoadFailed {...props} text={text} />;
}
