// Asks once more before a large tip is sent.
import { useEffect, useRef } from "react";
import { Button } from "../../components/Button.tsx";
import { formatMoney } from "../../lib/format.ts";

export interface ConfirmTipProps {
  tip: number;
  busy: boolean;
  back: () => void;
}

/** Part of the sheet's form: its main button submits. */
export function ConfirmTip({ tip, busy, back }: ConfirmTipProps) {
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current!.focus(), []);
  return (
    <>
      <p ref={question} className="sheet-question" tabIndex={-1}>
        {formatMoney(tip)} bahşiş yazılacak. Emin misiniz?
      </p>
      <div className="sheet-foot">
        <Button onClick={back}>Vazgeç</Button>
        <Button type="submit" look="primary" busy={busy}>Gönder</Button>
      </div>
    </>
  );
}
