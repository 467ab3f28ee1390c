// The dialog that asks for a confirmation. Mounted once per page.
import { useEffect, useRef } from "react";
import type { Confirmation } from "../lib/confirmation.ts";
import { useStore } from "../lib/store.ts";
import { Button } from "./Button.tsx";

export function ConfirmDialog({ confirmation }: { confirmation: Confirmation }) {
  const question = useStore(confirmation);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // `showModal` keeps the focus inside the dialog and returns it when the dialog closes.
    if (!question) dialog.current?.close();
    // What it asks may change while it is open.
    else if (!dialog.current?.open) dialog.current?.showModal();
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
