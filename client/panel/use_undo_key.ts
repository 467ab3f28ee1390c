// Ctrl+Z (on a Mac, Cmd+Z) takes the latest decision back, outside of fields, where it undoes the typing.
import { useEffect } from "react";
import { usePanel } from "./services.ts";

export function useUndoKey(): void {
  const { undo } = usePanel();
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      if (key !== "z" || shiftKey || !(ctrlKey || metaKey)) return;
      if (!(target as Element).closest("input, select, textarea, dialog")) undo.undoLatest();
    }, listening);
    return () => listening.abort();
  }, [undo]);
}
