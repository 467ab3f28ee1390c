// /panel/share: the QR code and the link to the cafe's page, table cards to print, and the television page.
import { createFileRoute } from "@tanstack/react-router";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { failedWith } from "../../LoadFailed.tsx";
import { ReachNotice } from "../../share/ReachNotice.tsx";
import { ShareCode } from "../../share/ShareCode.tsx";
import { TelevisionLink } from "../../share/TelevisionLink.tsx";
import { TablesSection } from "../../share/TablesSection.tsx";
import { TableCards } from "../../share/TableCards.tsx";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/share")({
  loader: async ({ context }) => {
    // The QR library is a chunk of its own, loaded at the same time as the cafe.
    const [cafe, house, tables, { drawQr }] = await Promise.all([
      context.api("GET /api/cafes/me"),
      context.api("GET /api/house"),
      context.api("GET /api/tables"),
      import("../../../lib/qr.ts"),
    ]);
    return {
      cafe: { cafeName: cafe.name, url: cafe.shortUrl, shape: drawQr(cafe.shareUrl) },
      rule: house.tables,
      tables,
      own: tables.map(({ label, code }) => ({
        label,
        url: `${cafe.shortUrl}?masa=${code}`,
        shape: drawQr(`${cafe.shareUrl}?masa=${code}`),
      })),
    };
  },
  head: titled("Paylaş"),
  component: Share,
  errorComponent: failedWith("Kafe bilgileri yüklenemedi."),
});

function Share() {
  const { cafe, rule, tables, own } = Route.useLoaderData();
  return (
    <>
      <PageHeading
        title="Paylaş"
        lead="QR kodu masalara koyun, müşterileriniz okutup şarkı istesin."
      />
      <ReachNotice url={cafe.url} />
      <div className="share">
        <ShareCode {...cafe} />
        <div className="share-room">
          <TablesSection tables={tables} rule={rule} />
          <TableCards {...cafe} own={own} />
        </div>
        <TelevisionLink url={cafe.url} />
      </div>
    </>
  );
}
