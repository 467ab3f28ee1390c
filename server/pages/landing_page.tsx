// Renders /, which is the same for every visitor and loads no script.
import { Footer } from "../../client/components/Footer.tsx";
import { drawQr } from "../../client/lib/qr.ts";
import { LandingPage } from "../../client/pages/LandingPage.tsx";
import type { Config } from "../config.ts";
import type { DocumentMaker } from "./document.tsx";

/** Text instead of an address, so that a phone which scans the sample says what it is. */
const SAMPLE_TEXT = "Örnek QR kod";

/** `guestOrigin` is where guests reach the product. */
export function landingPage(
  document: DocumentMaker,
  guestOrigin: string,
  { registration }: Pick<Config, "registration">,
): string {
  return document({
    title: "Kafenizin müziğini birlikte yönetin",
    description:
      "Kafenizin müziğini müşterilerinizle birlikte yönetin: QR kodu okutan şarkı ister, siz onaylarsınız.",
    url: `${guestOrigin}/`,
    look: "public",
    body: (
      <div className="page">
        <LandingPage sampleQr={drawQr(SAMPLE_TEXT)} canRegister={registration === "open"} />
        <Footer />
      </div>
    ),
  });
}
