// What was typed and not saved: known, said, and not lost by leaving without a question.
import { useBlocker } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { isStillLoggedIn } from "../../lib/session.ts";
import { holdUnsaved, mayLeave } from "../leave_question.ts";

/** Whether a form whose inputs are named by `saved` holds something else than `saved`, blanks around it apart. */
export function useUnsaved(saved: Record<string, string>) {
  const [unsaved, setUnsaved] = useState(false);
  useEffect(() => {
    holdUnsaved(unsaved);
    return () => holdUnsaved(false);
  }, [unsaved]);
  useBlocker({
    // Whose login has ended can save nothing any more.
    shouldBlockFn: async () => isStillLoggedIn() && !await mayLeave(),
    enableBeforeUnload: () => unsaved && isStillLoggedIn(),
  });
  return {
    unsaved,
    compare(event: FormEvent<HTMLFormElement>) {
      const typed = new FormData(event.currentTarget);
      setUnsaved(Object.keys(saved).some((name) => String(typed.get(name)).trim() !== saved[name]));
    },
    markSaved: () => setUnsaved(false),
  };
}
