// An example of a table card. Its code leads nowhere: it is small, says what it is, and so does a phone that reads it.
import { QrCode } from "../../components/QrCode.tsx";
import type { QrShape } from "../../lib/qr.ts";

export function SampleCode({ shape }: { shape: QrShape }) {
  return (
    <div className="sample-code">
      <QrCode shape={shape} label="Örnek QR kod" size={96} />
      <p aria-hidden="true">Örnek</p>
    </div>
  );
}
