// Asks in the row of a request whether to take it back.
import type { KeyboardEvent } from "react";

export interface TakeBackQuestionProps {
  busy: boolean;
  keep: () => void;
  takeBack: () => void;
}

/** Takes the focus. Escape keeps the request. */
export function TakeBackQuestion({ busy, keep, takeBack }: TakeBackQuestionProps) {
  const close = ({ key }: KeyboardEvent) => key === "Escape" && keep();
  return (
    <div className="own-question" onKeyDown={close}>
      <p ref={focus} tabIndex={-1}>Geri alınsın mı?</p>
      <button type="button" className="button" onClick={keep}>Vazgeç</button>
      <button type="button" className="button" data-busy={busy || undefined} onClick={takeBack}>
        Geri al
      </button>
    </div>
  );
}

/** For `ref`: the element takes the focus as soon as it is there. */
export function focus(element: HTMLElement | null): void {
  element?.focus();
}
