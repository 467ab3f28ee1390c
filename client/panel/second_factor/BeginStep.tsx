// The first step of turning the second factor on: the password.
import type { SecondFactorSecret } from "../../../server/contract/second_factor.ts";
import { PasswordField } from "../../components/PasswordField.tsx";
import { passwordMissing } from "../field_rules.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";
import { StepForm } from "./StepForm.tsx";

export interface BeginStepProps {
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
    fieldOf: ({ status }) => status === 403 ? "password" : undefined,
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
