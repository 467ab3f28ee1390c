// The second step of turning it on: the secret as a QR code and for typing, and the app's first code.
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { SecondFactorSecret } from "../../../server/contract/account.ts";
import { Button } from "../../components/Button.tsx";
import { PasswordField } from "../../components/PasswordField.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import type { QrShape } from "../../lib/qr.ts";
import { copyText } from "../copy_text.ts";
import { appCodeFault, passwordMissing } from "../field_rules.ts";
import { saveFile } from "../save_file.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";
import { CodeField, StepForm, StepHeading } from "./StepForm.tsx";

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

interface SetupStepProps {
  made: SecondFactorSecret;
  onCodes: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

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

// The first step of turning the second factor on: the password.

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

// The recovery codes on paper. They are hidden on the screen.

/** Placed beside the panel, so that print can leave out everything else. */
function PrintCodes({ title, rows }: { title: string; rows: ReactNode }) {
  return createPortal(
    <div className="print-codes" aria-hidden="true">
      <p>{title}</p>
      <ul>{rows}</ul>
    </div>,
    document.body,
  );
}

// The recovery codes, shown once: to copy, to download or to print.

const TITLE = "Sıradaki kurtarma kodları";

interface RecoveryCodesProps {
  codes: string[];
  /** The person has kept them. */
  onSaved: () => void;
}

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { notices } = usePanel();
  const text = `${TITLE}\n\n${codes.join("\n")}\n`;
  const copy = async () => {
    if (await copyText(text)) notices.show("success", "Kurtarma kodları panoya kopyalandı!");
    else notices.show("error", "Kodlar kopyalanamadı. İndirin, yazdırın veya bir yere yazın.");
  };
  const download = () => saveFile(new Blob([text]), "siradaki-kurtarma-kodlari.txt");
  const rows = codes.map((code) => <li key={code}>{code}</li>);
  return (
    <div className="second-factor-step">
      <StepHeading>Kurtarma kodlarınız</StepHeading>
      <p>
        Telefonunuzu kaybederseniz bu kodlardan biriyle girersiniz. Her kod bir kez kullanılır.
        Kodlar bir daha gösterilmez: şimdi güvenli bir yere kaydedin.
      </p>
      <ul className="recovery-codes" aria-label="Kurtarma kodları">{rows}</ul>
      <div className="form-end">
        <Button icon="copy" onClick={copy}>Kopyala</Button>
        <Button icon="download" onClick={download}>İndir</Button>
        <Button onClick={() => print()}>Yazdır</Button>
      </div>
      <div className="form-end">
        <Button look="primary" onClick={onSaved}>Kaydettim</Button>
      </div>
      <PrintCodes title={TITLE} rows={rows} />
    </div>
  );
}
