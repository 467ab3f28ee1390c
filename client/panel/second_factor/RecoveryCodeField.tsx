// The field for a recovery code, or for either kind of code.
import { TextField, type TextFieldProps } from "../../components/TextField.tsx";

const MAX_LENGTH = 40;

export function RecoveryCodeField(props: TextFieldProps) {
  return (
    <TextField
      {...props}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={MAX_LENGTH}
      required
    />
  );
}
