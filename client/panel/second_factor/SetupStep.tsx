// The second step of turning it on: the secret as a QR code and for typing, and the app's first code.
import { useEffect, useState } from "react";
import type { SecondFactorSecret } from "../../../server/contract/second_factor.ts";
import { Button } from "../../components/Button.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import type { QrShape } from "../../lib/qr.ts";
import { copyText } from "../copy_text.ts";
import { appCodeFault } from "../field_rules.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";
import { CodeField } from "./CodeField.tsx";
import { StepForm } from "./StepForm.tsx";

/** In CSS pixels. */
const QR_SIDE = 224;

export interface SetupStepProps {
  made: SecondFactorSecret;
  onCodes: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

export function SetupStep({ made: { secret, uri }, onCodes, onCancel }: SetupStepProps) {
  const { api, notices } = usePanel();
  const { field, ...step } = useForm({
    fields: ["code"],
    check: ({ code }) => ({ code: appCodeFault(code) }),
    send: async (body) =>
      onCodes((await api("PUT /api/auth/second-factor", { body })).recoveryCodes),
    fallback: "İki adımlı giriş açılamadı. Lütfen tekrar deneyin.",
    fieldOf: ({ status }) => status === 400 ? "code" : undefined,
  });
  const copy = async () => {
    if (await copyText(secret)) notices.show("success", "Anahtar panoya kopyalandı!");
    else notices.show("error", "Anahtar kopyalanamadı. Uygulamaya kendiniz yazın.");
  };
  return (
    <StepForm {...step} title="2. Uygulamayı bağlayın" action="Kodu doğrula" onCancel={onCancel}>
      <p>
        Doğrulama uygulamanızda yeni bir hesap ekleyin ve QR kodu okutun. Okutamıyorsanız anahtarı
        uygulamaya yazın.
      </p>
      <SetupCode uri={uri} />
      <div className="second-factor-secret">
        <p>
          Anahtar: <code>{secret.match(/.{1,4}/g)!.join(" ")}</code>
        </p>
        <Button icon="copy" onClick={copy}>Anahtarı kopyala</Button>
        <a href={uri}>Bu cihazdaki uygulamada aç</a>
      </div>
      <CodeField {...field("code")} hint="Uygulamanın şimdi gösterdiği 6 haneli kodu girin." />
      <p>Onayladığınızda diğer cihazlardaki oturumlarınız kapatılır.</p>
    </StepForm>
  );
}

/** The QR library is a chunk of its own. If it cannot be loaded, the secret is there for typing. */
function SetupCode({ uri }: { uri: string }) {
  const [shape, setShape] = useState<QrShape>();
  useEffect(() => {
    import("../../lib/qr.ts").then(({ drawQr }) => setShape(drawQr(uri, "M")), () => {});
  }, [uri]);
  return (
    <div className="second-factor-code" style={{ minHeight: QR_SIDE }}>
      {shape && <QrCode shape={shape} size={QR_SIDE} label="Doğrulama uygulaması için QR kod" />}
    </div>
  );
}
