// A text field with its label, a hint and an error message.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Icon } from "./Icon.tsx";
import { sentence } from "./Notice.tsx";

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
      {hint && <p className="field-hint" id={`${id}-hint`}>{sentence(hint)}</p>}
      {error && <p className="field-error" id={`${id}-error`}>{sentence(error)}</p>}
    </div>
  );
}

// A password's field, with a button that shows what was typed.

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
