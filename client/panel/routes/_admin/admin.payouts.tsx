// /admin/payouts: the payouts that wait for a transfer, and the button that marks one as paid.
import { createFileRoute, type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { PendingPayout } from "../../../../server/contract/payouts.ts";
import { EmptyState } from "../../../components/EmptyState.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { formatMoney } from "../../../lib/format.ts";
import { sentenceOf } from "../../../lib/http.ts";
import { DownloadButton } from "../../DownloadButton.tsx";
import { totalOf } from "../../payouts/chart_shape.ts";
import { PendingPayouts } from "../../admin/PendingPayouts.tsx";
import { LoadFailed } from "../../LoadFailed.tsx";
import { titled } from "../../title.ts";
import { usePanel } from "../../services.ts";

export const Route = createFileRoute("/_admin/admin/payouts")({
  loader: ({ context }) => context.api("GET /api/admin/payouts"),
  head: titled("Bekleyen ödemeler"),
  component: AdminPayouts,
  errorComponent: AdminLoadFailed,
});

function AdminPayouts() {
  const payouts = Route.useLoaderData();
  const router = useRouter();
  const { api, confirmation, notices } = usePanel();
  const [marking, setMarking] = useState<string>();

  const markPaid = async ({ payoutId, cafeName, amount }: PendingPayout) => {
    const sure = await confirmation.ask({
      title: "Ödendi olarak işaretle",
      text: `${cafeName} için ${formatMoney(amount)} ödendi olarak işaretlenecek. ` +
        "Bu işlem geri alınamaz. Emin misiniz?",
      action: "Ödendi olarak işaretle",
    });
    if (!sure) return;
    setMarking(payoutId);
    try {
      notices.show(
        "success",
        (await api("PUT /api/admin/payouts/:payoutId/paid", { params: { payoutId } })).msg,
      );
      await router.invalidate();
      // The button that had the focus was removed with its row.
      document.querySelector<HTMLElement>("h1")?.focus();
    } catch (error) {
      notices.show("error", "İşlem sırasında bir hata oluştu.", sentenceOf(error));
    } finally {
      setMarking(undefined);
    }
  };

  const total = formatMoney(totalOf(payouts.map(({ amount }) => amount)));
  return (
    <>
      <PageHeading
        title="Bekleyen ödemeler"
        lead={payouts.length > 0 && `${payouts.length} ödeme, toplam ${total}`}
      >
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
        : <PendingPayouts payouts={payouts} marking={marking} onPaid={markPaid} />}
    </>
  );
}

/** Shows the server's own sentence, if there is one. */
function AdminLoadFailed(props: ErrorComponentProps) {
  const text = sentenceOf(props.error) ||
    "Veriler yüklenirken bir hata oluştu. Admin yetkiniz olduğundan emin olun.";
  return <LoadFailed {...props} text={text} />;
}
