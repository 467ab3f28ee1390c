// /panel/share: the QR code and the link to the cafe's page, table cards to print, and the television page.
import { createFileRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { useFresh } from "../../live/use_live.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { ReachNotice } from "../../share/ReachNotice.tsx";
import { ShareCode, TelevisionLink } from "../../share/ShareCode.tsx";
import { TablesSection } from "../../share/TablesSection.tsx";
import { TableCards } from "../../share/TableCards.tsx";
import { type PanelServices, usePanel } from "../../services.ts";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/share")({
  loader: async ({ context: { api } }) => {
    // The QR library is a chunk of its own, loaded at the same time as the cafe.
    const [read, { drawQr }] = await Promise.all([readShared(api), import("../../../lib/qr.ts")]);
    const { cafe, tables } = read;
    return {
      read,
      cafe: { cafeName: cafe.name, url: cafe.shortUrl, shape: drawQr(cafe.shareUrl) },
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

/** What the screen is made of: the cafe, its tables, and whether they are asked for. */
async function readShared(api: PanelServices["api"]) {
  const [cafe, { tables: rule }, tables] = await Promise.all([
    api("GET /api/cafes/me"),
    api("GET /api/house"),
    api("GET /api/tables"),
  ]);
  return { cafe, rule, tables };
}

function Share() {
  const { api } = usePanel();
  const { read, cafe, own } = Route.useLoaderData();
  const { rule, tables } = read;
  // Cards whose codes another device has ended would not work.
  useFresh(read, () => readShared(api));
  useFirstPrint(read.cafe.firstSteps?.printed === false);
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

/** Records that the cards are printed, if that is one of the cafe's first steps (docs/accounts.md#first-steps). */
function useFirstPrint(isFirst: boolean): void {
  const { api } = usePanel();
  useEffect(() => {
    if (!isFirst) return;
    const listening = new AbortController();
    addEventListener("beforeprint", () => {
      listening.abort();
      // It is printed again if that fails.
      api("PUT /api/cafes/first-steps", { body: { step: "printed" } }).catch(() => {});
    }, listening);
    return () => listening.abort();
  }, [api, isFirst]);
}
