// The QR code that hands a secret to an authenticator app. If it cannot be loaded, the secret is there for typing.
import { useEffect, useState } from "react";
import { QrCode } from "../../components/QrCode.tsx";
import type { QrShape } from "../../lib/qr.ts";

/** In CSS pixels. */
const SIDE = 224;

export function SetupCode({ uri }: { uri: string }) {
  const [shape, setShape] = useState<QrShape>();
  useEffect(() => {
    // The QR library is a chunk of its own.
    import("../../lib/qr.ts").then(({ drawQr }) => setShape(drawQr(uri, "M")), () => {});
  }, [uri]);
  return (
    <div style={{ minHeight: SIDE }}>
      {shape && <QrCode shape={shape} size={SIDE} label="Doğrulama uygulaması için QR kod" />}
    </div>
  );
}
