// The search field. What is typed is searched for by itself; Enter and the button search at once.
import type { FormEvent, RefObject } from "react";
import { Icon } from "../components/Icon.tsx";

export interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  /** What the server has put into the field. */
  term: string;
  onFocus: () => void;
  type: (text: string) => void;
  submit: (text: string) => void;
  clear: () => void;
}

export function SearchField({ field, term, onFocus, type, submit, clear }: SearchFieldProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit(field.current!.value);
  };
  const close = () => {
    field.current!.value = "";
    clear();
    field.current!.focus();
  };
  return (
    <form className="search-form" onSubmit={send}>
      <label htmlFor="term">Hangi şarkı çalsın?</label>
      <div className="search-line">
        <button type="submit" className="icon-button" aria-label="Ara">
          <Icon name="search" />
        </button>
        <input
          ref={field}
          id="term"
          name="term"
          type="search"
          maxLength={200}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Şarkı veya sanatçı"
          defaultValue={term}
          aria-describedby="tips-are-voluntary"
          onFocus={onFocus}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <button type="button" className="icon-button" aria-label="Aramayı kapat" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
    </form>
  );
}
