// The question before what cannot be undone (lib/confirm.ts). Mounted once a page.
import { useEffect, useRef, useSyncExternalStore } from "react";
import { currentQuestion, subscribeQuestion } from "../lib/confirm.ts";
import { Button } from "./Button.tsx";

export function ConfirmDialog() {
  const question = useSyncExternalStore(subscribeQuestion, currentQuestion, () => null);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // showModal keeps the focus inside and gives it back to where it was.
    if (question) dialog.current?.showModal();
    else dialog.current?.close();
  }, [question]);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-text"
      onCancel={() => question?.answer(false)}
    >
      {question && (
        <>
          <h2 id="confirm-title">{question.title}</h2>
          <p id="confirm-text">{question.text}</p>
          <div className="dialog-actions">
            <Button onClick={() => question.answer(false)} autoFocus>Vazgeç</Button>
            <Button
              look={question.danger ? "danger" : "primary"}
              onClick={() => question.answer(true)}
            >
              {question.action}
            </Button>
          </div>
        </>
      )}
    </dialog>
  );
}
