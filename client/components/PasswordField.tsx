// A password's field, with a button that shows what was typed.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "./Icon.tsx";
import { TextField, type TextFieldProps } from "./TextField.tsx";

export function PasswordField(props: Omit<TextFieldProps, "type" | "action" | "ref">) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<[number | null, number | null]>(null);
  const [shown, setShown] = useState<boolean>();

  // Sent hidden: browsers offer to save a hidden field, and remember a shown one as they do any text.
  useEffect(() => {
    const { form } = input.current!;
    const hide = () => setShown((was) => was && false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);

  // Browsers move the caret when a field changes its type.
  useLayoutEffect(() => {
    if (caret.current && document.activeElement === input.current) {
      // Chromium forgets a selection that is set before the field has its new layout.
      input.current!.getBoundingClientRect();
      input.current!.setSelectionRange(...caret.current);
    }
  }, [shown]);

  const toggle = () => {
    const { selectionStart, selectionEnd } = input.current!;
    caret.current = [selectionStart, selectionEnd];
    setShown(!shown);
  };
  return (
    <TextField
      {...props}
      ref={input}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      action={
        <>
          <button
            type="button"
            className="icon-button"
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggle}
          >
            <Icon name={shown ? "hidden" : "shown"} />
            <span className="visually-hidden">{shown ? "Şifreyi gizle" : "Şifreyi göster"}</span>
          </button>
          <span className="visually-hidden" role="status">
            {shown === undefined ? "" : shown ? "Şifre görünüyor." : "Şifre gizli."}
          </span>
        </>
      }
    />
  );
}
