// 'İki adımlı giriş' on the screen 'Güvenlik': its state, and the steps that change it (docs/accounts.md#second-factor).
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { SecondFactorSecret, SecondFactorState } from "../../../server/contract/account.ts";
import { Button } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { QrCode } from "../../components/QrCode.tsx";
import { PasswordField } from "../../components/TextField.tsx";
import type { QrShape } from "../../lib/qr.ts";
import { appCodeFault, passwordMissing, secondFactorFault } from "../field_rules.ts";
import { copyText, saveFile } from "../files.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";
import { CodeField, RecoveryCodeField, StepForm, StepHeading } from "./StepForm.tsx";

type ChangeStepProps =
  & { onCancel: () => void }
  & (
    | { change: "off"; onOff: () => void }
    | { change: "renew"; onCodes: (recoveryCodes: string[]) => void }
  );

const WORDS = {
  off: {
    title: "İki adımlı girişi kapat",
    text: "Girişte artık yalnızca şifreniz sorulur, kurtarma kodlarınız geçersiz olur.",
    action: "İki adımlı girişi kapat",
    look: "danger",
  },
  renew: {
    title: "Kurtarma kodlarını yenile",
    text: "On yeni kod oluşturulur. Eski kodlarınız geçersiz olur.",
    action: "Yeni kodlar oluştur",
    look: "primary",
  },
} as const;

function ChangeStep(props: ChangeStepProps) {
  const { api } = usePanel();
  const { text, ...words } = WORDS[props.change];
  const { field, ...step } = useForm({
    fields: ["password", "code"],
    check: ({ password, code }) => ({
      password: passwordMissing(password),
      code: secondFactorFault(code),
    }),
    send: async (body) => {
      if (props.change === "off") {
        await api("DELETE /api/auth/second-factor", { body });
        props.onOff();
      } else {
        const renewed = await api("POST /api/auth/second-factor/recovery-codes", { body });
        props.onCodes(renewed.recoveryCodes);
      }
    },
    fallback: "Bir hata oluştu. Lütfen tekrar deneyin.",
  });
  return (
    <StepForm {...step} {...words} onCancel={props.onCancel}>
      <p>{text}</p>
      <PasswordField
        {...field("password")}
        label="Şifreniz"
        autoComplete="current-password"
        required
      />
      <RecoveryCodeField
        {...field("code")}
        label="Uygulamadaki kod veya kurtarma kodu"
      />
    </StepForm>
  );
}

/** With as many or fewer recovery codes left it is time for new ones. */
const FEW = 3;

interface OverviewProps {
  state: SecondFactorState;
  onStep: (step: "begin" | "off" | "renew") => void;
}

function Overview({ state: { on, recoveryCodesLeft }, onStep }: OverviewProps) {
  if (!on) {
    return (
      <>
        <p>
          Kapalı. Açarsanız girişte şifrenizden sonra telefonunuzdaki doğrulama uygulamasının
          gösterdiği kod da sorulur; şifrenizi öğrenen biri hesabınıza giremez.
        </p>
        <div className="form-end">
          <Button onClick={() => onStep("begin")}>İki adımlı girişi aç</Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        Açık. Girişte şifrenizden sonra doğrulama uygulamanızdaki kod da sorulur. Kalan kurtarma
        kodu: {recoveryCodesLeft}.
      </p>
      {recoveryCodesLeft <= FEW && (
        <Notice text="Az kurtarma kodunuz kaldı. Telefonunuzu kaybederseniz girebilmek için yenilerini oluşturun." />
      )}
      <div className="form-end">
        <Button onClick={() => onStep("renew")}>Kurtarma kodlarını yenile</Button>
        <Button onClick={() => onStep("off")}>İki adımlı girişi kapat</Button>
      </div>
    </>
  );
}

type Step =
  | { name: "overview" | "begin" | "off" | "renew" }
  | { name: "setup"; made: SecondFactorSecret }
  | { name: "codes"; codes: string[] };

export function SecondFactorSection({ state }: { state: SecondFactorState }) {
  const { notices, queries } = usePanel();
  const [step, setStep] = useState<Step>({ name: "overview" });
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = useRef(false);
  const show = (next: Step) => {
    changed.current = true;
    setStep(next);
  };
  const back = () => show({ name: "overview" });
  // What had the focus is gone with its step.
  useEffect(() => {
    if (changed.current && step.name === "overview") heading.current?.focus();
  }, [step]);
  /** Tells what was done, and loads the state and the logins anew. */
  const done = async (text: string, next: Step) => {
    show(next);
    notices.show("success", text);
    await queries.refreshAfter("PUT /api/auth/second-factor");
  };
  return (
    <section className="card second-factor" aria-labelledby="second-factor">
      <h2 id="second-factor" ref={heading} tabIndex={-1}>İki adımlı giriş</h2>
      {step.name === "overview" && <Overview state={state} onStep={(name) => show({ name })} />}
      {step.name === "begin" && (
        <BeginStep onMade={(made) => show({ name: "setup", made })} onCancel={back} />
      )}
      {step.name === "setup" && (
        <SetupStep
          made={step.made}
          onCodes={(codes) => done("İki adımlı giriş açıldı.", { name: "codes", codes })}
          onCancel={back}
        />
      )}
      {step.name === "codes" && <RecoveryCodes codes={step.codes} onSaved={back} />}
      {step.name === "off" && (
        <ChangeStep
          change="off"
          onOff={() => done("İki adımlı giriş kapatıldı.", { name: "overview" })}
          onCancel={back}
        />
      )}
      {step.name === "renew" && (
        <ChangeStep
          change="renew"
          onCodes={(codes) => done("Yeni kurtarma kodları oluşturuldu.", { name: "codes", codes })}
          onCancel={back}
        />
      )}
    </section>
  );
}

// The second step of turning it on: the secret as a QR code and for typing, and the app's first code.

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

function SetupStep({ made, onCodes, onCancel }: SetupStepProps) {
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

function BeginStep({ onMade, onCancel }: BeginStepProps) {
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
  /** Called when the person says that the codes are kept. */
  onSaved: () => void;
}

function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
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
