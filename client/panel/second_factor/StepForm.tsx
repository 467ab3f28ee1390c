// The layout of one step: its heading, which takes the focus, its fields, and the buttons to go on or to leave.
import { type FormHTMLAttributes, type ReactNode, type Ref, useEffect, useId, useRef } from "react";
import { Button, type ButtonLook } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { TextField, type TextFieldProps } from "../../components/TextField.tsx";

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
