// The layout of one step: its heading, which takes the focus, its fields, and the buttons to go on or to leave.
import { type FormHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { Button, type ButtonLook } from "../../components/Button.tsx";
import { Notice } from "../../components/Notice.tsx";
import { StepHeading } from "./StepHeading.tsx";

export interface StepFormProps {
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
