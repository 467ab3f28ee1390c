// /: the same for everybody, and without any script.
import { Footer } from "../../client/components/Footer.tsx";
import { drawQr } from "../../client/lib/qr.ts";
import { LandingPage } from "../../client/pages/LandingPage.tsx";
import type { DocumentMaker } from "./document.tsx";

/** Words, not an address: whoever scans the sample is told what it is. */
const SAMPLE_TEXT = "Örnek QR kod";

export function landingPage(document: DocumentMaker): string {
  return document({
    title: "Sıradaki",
    description:
      "Kafenizin müziğini müşterilerinizle birlikte yönetin: QR kodu okutan şarkı ister, siz onaylarsınız.",
    path: "/",
    look: "public",
    body: (
      <div className="page">
        <LandingPage sampleQr={drawQr(SAMPLE_TEXT)} />
        <Footer />
      </div>
    ),
  });
}
