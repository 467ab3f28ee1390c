// The second step of turning it on: the secret as a QR code and for typing, and the app's first code.
import type { SecondFactorSecret } from "../../../server/contract/second_factor.ts";
import { appCodeFault } from "../field_rules.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";
import { CodeField } from "./CodeField.tsx";
import { SetupCode } from "./SetupCode.tsx";
import { SetupSecret } from "./SetupSecret.tsx";
import { StepForm } from "./StepForm.tsx";

export interface SetupStepProps {
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
    fieldOf: ({ status }) => status === 400 ? "code" : undefined,
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
