// /panel/share: the QR code and the link to the cafe's page, table cards to print, and the television page.
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { failedWith } from "../../LoadFailed.tsx";
import { ReachNotice } from "../../share/ReachNotice.tsx";
import { ShareCode } from "../../share/ShareCode.tsx";
import { TelevisionLink } from "../../share/TelevisionLink.tsx";
import { TableCards } from "../../share/TableCards.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/share")({
  loader: async ({ context }) => {
    // The QR library is a chunk of its own, loaded at the same time as the cafe.
    const [cafe, { drawQr }] = await Promise.all([
      context.api("GET /api/cafes/me"),
      import("../../../lib/qr.ts"),
    ]);
    return { cafeName: cafe.name, url: cafe.shortUrl, shape: drawQr(cafe.shareUrl) };
  },
  head: titled("Paylaş"),
  component: Share,
  errorComponent: failedWith("Kafe bilgileri yüklenemedi."),
});

function Share() {
  const page = Route.useLoaderData();
  return (
    <>
      <PageHeading
        title="Paylaş"
        lead="QR kodu masalara koyun, müşterileriniz okutup şarkı istesin."
      />
      <ReachNotice url={page.url} />
      <div className="share">
        <ShareCode {...page} />
        <TableCards {...page} />
        <TelevisionLink url={page.url} />
      </div>
    </>
  );
}
