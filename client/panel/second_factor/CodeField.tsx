// The field for a code of the authenticator app.
import { TextField, type TextFieldProps } from "../../components/TextField.tsx";

/** Longer than the code, so that a code pasted with spaces is not cut off. */
const MAX_LENGTH = 20;

export function CodeField(props: Omit<TextFieldProps, "label" | "className">) {
  return (
    <TextField
      {...props}
      className="code-field"
      label="Uygulamadaki kod"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={MAX_LENGTH}
      required
    />
  );
}
