// /panel/share: the QR code and the link to the cafe's page, and table cards to print.
import { createFileRoute } from "@tanstack/react-router";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/Notice.tsx";
import { PageHeading } from "../../../components/PageHeading.tsx";
import { QrCode } from "../../../components/QrCode.tsx";
import { failedWith } from "../../LoadFailed.tsx";
import { saveFile } from "../../save_file.ts";
import { isLoopbackUrl } from "../../share/loopback_url.ts";
import { qrPng, qrSvg } from "../../share/qr_file.ts";
import { ShareLink } from "../../share/ShareLink.tsx";
import { PrintSheet, TableCard } from "../../share/TableCard.tsx";
import { titled } from "../../title.ts";
import { usePanel } from "../../services.ts";

/** In CSS pixels. */
const QR_SIDE = 256;

export const Route = createFileRoute("/_owner/panel/share")({
  loader: async ({ context }) => {
    // The QR library is a chunk of its own, loaded at the same time as the cafe.
    const [cafe, { drawQr }] = await Promise.all([
      context.api("GET /api/cafes/me"),
      import("../../../lib/qr.ts"),
    ]);
    return { cafe, shape: drawQr(cafe.shareUrl) };
  },
  head: titled("Paylaş"),
  component: Share,
  errorComponent: failedWith("Kafe bilgileri yüklenemedi."),
});

function Share() {
  const { notices } = usePanel();
  const { cafe, shape } = Route.useLoaderData();
  const saveSvg = () =>
    saveFile(new Blob([qrSvg(shape, QR_SIDE)], { type: "image/svg+xml" }), "siradaki-qr.svg");
  const savePng = async () => {
    try {
      saveFile(await qrPng(shape), "siradaki-qr.png");
    } catch {
      notices.show("error", "Dosya oluşturulamadı.");
    }
  };
  return (
    <>
      <PageHeading
        title="Paylaş"
        lead="QR kodu masalara koyun, müşterileriniz okutup şarkı istesin."
      />
      {isLoopbackUrl(cafe.shareUrl) && (
        <Notice
          text="Bu link şimdilik yalnızca bu bilgisayarda açılır."
          detail="Telefonların ulaşması için bilgisayarı kafenin ağına bağlayıp Sıradaki'yi yeniden başlatın."
        />
      )}
      <div className="share">
        <section className="card share-code" aria-labelledby="code">
          <h2 id="code">QR kod ve link</h2>
          <QrCode shape={shape} size={QR_SIDE} label={`${cafe.name} sayfasının QR kodu`} />
          <div className="share-files">
            <Button icon="download" onClick={saveSvg}>SVG indir</Button>
            <Button icon="download" onClick={savePng}>PNG indir</Button>
          </div>
          <ShareLink url={cafe.shareUrl} />
        </section>
        <section className="card share-print" aria-labelledby="cards">
          <h2 id="cards">Masa kartları</h2>
          <p>Bir A4 sayfaya dört kart sığar. Yazdırın, çizgilerden kesin, masalara koyun.</p>
          <TableCard cafeName={cafe.name} shape={shape} />
          <Button icon="print" onClick={() => print()}>Masa kartlarını yazdır</Button>
        </section>
      </div>
      <PrintSheet cafeName={cafe.name} shape={shape} />
    </>
  );
}
