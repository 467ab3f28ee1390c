// /panel/share: the QR code and the link to the cafe's page, table cards to print, and the television page.
import { createFileRoute } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { CAFE, RULES, TABLES, useLoaded } from "../../queries.ts";
import { failedWith } from "../../ScreenStates.tsx";
import { ReachNotice } from "../../share/ReachNotice.tsx";
import { ShareCode, TelevisionLink } from "../../share/ShareCode.tsx";
import { TablesSection } from "../../share/TablesSection.tsx";
import { TableCards } from "../../share/TableCards.tsx";
import { usePanel } from "../../services.ts";
import { titled } from "../../title.ts";

export const Route = createFileRoute("/_owner/panel/share")({
  loader: async ({ context: { queries: { load } } }) => {
    // The QR library is a chunk of its own, loaded at the same time as the cafe.
    const [{ drawQr }] = await Promise.all([
      import("../../../lib/qr.ts"),
      ...[load(CAFE), load(RULES), load(TABLES)],
    ]);
    return { drawQr };
  },
  head: titled("Paylaş"),
  component: Share,
  errorComponent: failedWith("Kafe bilgileri yüklenemedi."),
});

function Share() {
  const { drawQr } = Route.useLoaderData();
  const { firstSteps, name, shareUrl, shortUrl: url } = useLoaded(CAFE);
  const { tables: rule } = useLoaded(RULES);
  // Cards whose codes another device has ended would not work.
  const tables = useLoaded(TABLES);
  const cafe = useMemo(
    () => ({ cafeName: name, url, shape: drawQr(shareUrl) }),
    [name, url, shareUrl],
  );
  const own = useMemo(
    () =>
      tables.map(({ label, code }) => ({
        label,
        url: `${url}?masa=${code}`,
        shape: drawQr(`${shareUrl}?masa=${code}`),
      })),
    [tables, url, shareUrl],
  );
  useFirstPrint(firstSteps?.printed === false);
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
      // If that fails, the next print records it.
      api("PUT /api/cafes/first-steps", { body: { step: "printed" } })
        .then(() => listening.abort(), () => {});
    }, listening);
    return () => listening.abort();
  }, [api, isFirst]);
}
