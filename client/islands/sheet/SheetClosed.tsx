// Says in the sheet that the cafe accepts no requests any more, in place of the choice of a tip.
import { useEffect, useRef } from "react";
import { Button } from "../../components/Button.tsx";

export interface SheetClosedProps {
  /** Why, and until when. */
  sentence: string;
  close: () => void;
}

/** Takes the focus, which was on what it replaces, so that a screen reader reads it. */
export function SheetClosed({ sentence, close }: SheetClosedProps) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current!.focus(), []);
  return (
    <>
      <p ref={said} className="sheet-question" tabIndex={-1}>{sentence}</p>
      <div className="sheet-foot">
        <Button onClick={close}>Kapat</Button>
      </div>
    </>
  );
}
