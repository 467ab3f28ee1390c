// The IBAN field, which formats its text in groups of four while the user types and keeps the caret in place.
import type { FormEvent } from "react";
import { TextField, type TextFieldProps } from "../../components/TextField.tsx";
import { typeIban } from "../../lib/iban.ts";

export function IbanField(props: Omit<TextFieldProps, "label">) {
  return (
    <TextField
      {...props}
      className="iban-field"
      label="IBAN"
      hint="Ödeme alabilmek için IBAN girmeniz zorunludur. Bekleyen ödemeleriniz de bu hesaba yapılır."
      placeholder="TR00 0000 0000 …"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      onInput={format}
    />
  );
}

function format(event: FormEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const { inputType, isComposing } = event.nativeEvent as InputEvent;
  // A change during composition would make the input method insert its text again.
  if (isComposing) return;
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length };
  const { text, caret } = typeIban(typed, inputType === "deleteContentForward");
  input.value = text;
  input.setSelectionRange(caret, caret);
}
