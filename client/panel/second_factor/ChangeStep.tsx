// The steps that turn the second factor off, or make new recovery codes: the password and a code.
import { PasswordField } from "../../components/TextField.tsx";
import { passwordMissing, secondFactorFault } from "../field_rules.ts";
import { usePanel } from "../services.ts";
import { useForm } from "../use_form.ts";
import { RecoveryCodeField, StepForm } from "./StepForm.tsx";

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

export function ChangeStep(props: ChangeStepProps) {
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
