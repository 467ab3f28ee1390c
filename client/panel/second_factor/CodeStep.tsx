// The login's second step: the code of the authenticator app, or a recovery code (docs/accounts.md#second-factor).
import { useState } from "react";
import { Button } from "../../components/Button.tsx";
import { call, isRefused } from "../../lib/http.ts";
import { AccountForm } from "../AccountForm.tsx";
import { appCodeFault, recoveryCodeFault } from "../field_rules.ts";
import { useFinishLogin } from "../use_finish_login.ts";
import { useForm } from "../use_form.ts";
import { CodeField, RecoveryCodeField } from "./StepForm.tsx";

/** An e-mail and its right password. They are kept while this step is shown, and nowhere else. */
export interface AskedForCode {
  email: string;
  password: string;
}

export interface CodeStepProps {
  credentials: AskedForCode;
  /** Back to the password, with the reason if the server has led there. */
  onBack: (why?: string) => void;
}

export function CodeStep(props: CodeStepProps) {
  const [kind, setKind] = useState<"app" | "recovery">("app");
  const other = kind === "app" ? "recovery" : "app";
  // Another form for each kind, so that what was wrong with one is not said of the other.
  return <CodeForm key={kind} {...props} kind={kind} onOther={() => setKind(other)} />;
}

interface CodeFormProps extends CodeStepProps {
  kind: "app" | "recovery";
  onOther: () => void;
}

function CodeForm({ credentials, kind, onBack, onOther }: CodeFormProps) {
  const finishLogin = useFinishLogin();
  const { form, field, failure, busy } = useForm({
    fields: ["code"],
    check: ({ code }) => ({ code: (kind === "app" ? appCodeFault : recoveryCodeFault)(code) }),
    send: async ({ code }) => {
      try {
        const body = { ...credentials, code };
        await finishLogin((await call("POST /api/auth/login", { body })).token);
      } catch (error) {
        // The password was changed meanwhile.
        if (isRefused(error, "wrong_credentials")) return onBack(error.msg);
        throw error;
      }
    },
    fallback: "Bir hata oluştu. Lütfen tekrar deneyin.",
  });
  return (
    <AccountForm
      title="İki adımlı giriş"
      form={form}
      failure={failure}
      busy={busy}
      action="Giriş yap"
      links={
        <>
          <Button onClick={onOther}>
            {kind === "app" ? "Kurtarma kodu kullan" : "Uygulamadaki kodu kullan"}
          </Button>
          <Button onClick={() => onBack()}>Girişe dön</Button>
        </>
      }
    >
      {kind === "app"
        ? (
          <CodeField
            {...field("code")}
            hint="Doğrulama uygulamanızı açın ve gösterdiği 6 haneli kodu girin."
            autoFocus
          />
        )
        : (
          <RecoveryCodeField
            {...field("code")}
            label="Kurtarma kodu"
            hint="Sakladığınız kurtarma kodlarından birini girin. Her kod bir kez kullanılır."
            autoFocus
          />
        )}
    </AccountForm>
  );
}
