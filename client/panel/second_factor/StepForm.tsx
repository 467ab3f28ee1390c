// The layout of one step: its heading, which takes the focus, its fields, and the buttons to go on or to leave.
import {
  type FormHTMLAttributes,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button, type ButtonLook } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TextField, type TextFieldProps } from "../../components/TextField.tsx";
import { call, isRefused } from "../../lib/http.ts";
import { AccountForm } from "../AccountForm.tsx";
import { appCodeFault, recoveryCodeFault } from "../field_rules.ts";
import { useFinishLogin } from "../use_finish_login.ts";
import { useForm } from "../use_form.ts";

export function StepHeading({ id, children }: { id?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return <h3 id={id} ref={heading} tabIndex={-1}>{children}</h3>;
}

interface StepFormProps {
  title: string;
  form: FormHTMLAttributes<HTMLFormElement> & { ref: Ref<HTMLFormElement> };
  failure: string;
  busy: boolean;
  action: string;
  look?: ButtonLook;
  onCancel: () => void;
  children: ReactNode;
}

export function StepForm(
  { title, form, failure, busy, action, look = "primary", onCancel, children }: StepFormProps,
) {
  const id = useId();
  return (
    <form {...form} className="second-factor-step" aria-labelledby={id}>
      <StepHeading id={id}>{title}</StepHeading>
      {children}
      {failure && <Notice kind="error" text={failure} />}
      <div className="form-end">
        <Button type="submit" look={look} busy={busy}>{action}</Button>
        <Button onClick={onCancel}>Vazgeç</Button>
      </div>
    </form>
  );
}

// The field for a code of the authenticator app.

/** Longer than the code, so that a code pasted with spaces is not cut off. */
const MAX_CODE_LENGTH = 20;

export function CodeField(props: Omit<TextFieldProps, "label" | "className">) {
  return (
    <TextField
      {...props}
      className="code-field"
      label="Uygulamadaki kod"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={MAX_CODE_LENGTH}
      required
    />
  );
}

// The field for a recovery code, or for either kind of code.

const MAX_RECOVERY_CODE_LENGTH = 40;

export function RecoveryCodeField(props: TextFieldProps) {
  return (
    <TextField
      {...props}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={MAX_RECOVERY_CODE_LENGTH}
      required
    />
  );
}

// The login's second step: the code of the authenticator app, or a recovery code (docs/accounts.md#second-factor).

/** An e-mail and its right password. They are kept while this step is shown, and nowhere else. */
export interface AskedForCode {
  email: string;
  password: string;
}

interface CodeStepProps {
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
