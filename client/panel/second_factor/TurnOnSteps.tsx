// The two steps that turn the second factor on: the password, and the secret with the app's first code.
import { useEffect, useState } from "react";
import type { SecondFactorSecret } from "../../../server/contract/account.ts";
import { Button } from "../../components/Button.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import { PasswordField } from "../../components/TextField.tsx";
import type { QrShape } from "../../lib/qr.ts";
import { appCodeFault, passwordMissing } from "../field_rules.ts";
import { copyText } from "../files.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";
import { CodeField, StepForm } from "./StepForm.tsx";

interface BeginStepProps {
  onMade: (made: SecondFactorSecret) => void;
  onCancel: () => void;
}

export function BeginStep({ onMade, onCancel }: BeginStepProps) {
  const { api } = usePanel();
  const { field, ...step } = useForm({
    fields: ["password"],
    check: ({ password }) => ({ password: passwordMissing(password) }),
    send: async (body) => onMade(await api("POST /api/auth/second-factor", { body })),
    fallback: "İki adımlı giriş açılamadı. Lütfen tekrar deneyin.",
  });
  return (
    <StepForm {...step} title="1. Şifrenizi girin" action="Devam et" onCancel={onCancel}>
      <p>Telefonunuzda bir doğrulama uygulaması gerekir. Yoksa önce birini yükleyin.</p>
      <PasswordField
        {...field("password")}
        label="Şifreniz"
        autoComplete="current-password"
        required
      />
    </StepForm>
  );
}

interface SetupStepProps {
  made: SecondFactorSecret;
  onCodes: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** The secret as a QR code and for typing. */
export function SetupStep({ made, onCodes, onCancel }: SetupStepProps) {
  const { api } = usePanel();
  const { field, ...step } = useForm({
    fields: ["code"],
    check: ({ code }) => ({ code: appCodeFault(code) }),
    send: async (body) =>
      onCodes((await api("PUT /api/auth/second-factor", { body })).recoveryCodes),
    fallback: "İki adımlı giriş açılamadı. Lütfen tekrar deneyin.",
  });
  return (
    <StepForm {...step} title="2. Uygulamayı bağlayın" action="Kodu doğrula" onCancel={onCancel}>
      <p>
        Doğrulama uygulamanızda yeni bir hesap ekleyin ve QR kodu okutun. Okutamıyorsanız anahtarı
        uygulamaya yazın.
      </p>
      <SetupCode uri={made.uri} />
      <SetupSecret {...made} />
      <CodeField {...field("code")} hint="Uygulamanın şimdi gösterdiği 6 haneli kodu girin." />
      <p>Onayladığınızda diğer cihazlardaki oturumlarınız kapatılır.</p>
    </StepForm>
  );
}

/** In CSS pixels. */
const SIDE = 224;

function SetupCode({ uri }: { uri: string }) {
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

function SetupSecret({ secret, uri }: SecondFactorSecret) {
  const { notices } = usePanel();
  const copy = async () => {
    if (await copyText(secret)) notices.show("success", "Anahtar panoya kopyalandı!");
    else notices.show("error", "Anahtar kopyalanamadı. Uygulamaya kendiniz yazın.");
  };
  return (
    <div className="second-factor-secret">
      <p>
        Anahtar: <code>{secret.match(/.{1,4}/g)!.join(" ")}</code>
      </p>
      <Button icon="copy" onClick={copy}>Anahtarı kopyala</Button>
      <a href={uri}>Bu cihazdaki uygulamada aç</a>
    </div>
  );
}
