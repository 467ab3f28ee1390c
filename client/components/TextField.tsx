// A text field with its label, a hint and an error message.
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { wholeWords } from "./whole_words.tsx";

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  /** What is wrong with the value, in a sentence; undefined if it is valid. */
  error?: string;
  /** A button inside the field, at its end. */
  action?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, hint, error, action, className, ...input }: TextFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const box = (
    <input
      {...input}
      id={id}
      aria-describedby={described || undefined}
      aria-invalid={error ? true : undefined}
    />
  );
  return (
    <div className={["field", className].filter(Boolean).join(" ")}>
      <label htmlFor={id}>{label}</label>
      {action ? <div className="field-line">{box}{action}</div> : box}
      {hint && <p className="field-hint" id={`${id}-hint`}>{wholeWords(hint)}</p>}
      {error && <p className="field-error" id={`${id}-error`}>{wholeWords(error)}</p>}
    </div>
  );
}
