// The recovery codes on paper. They are hidden on the screen.
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** Placed beside the panel, so that print can leave out everything else. */
export function PrintCodes({ title, rows }: { title: string; rows: ReactNode }) {
  return createPortal(
    <div className="print-codes" aria-hidden="true">
      <p>{title}</p>
      <ul>{rows}</ul>
    </div>,
    document.body,
  );
}
