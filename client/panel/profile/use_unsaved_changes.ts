// Notices whether a form holds unsaved changes, and asks before they are lost.
import { useBlocker } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { usePanel } from "../services.ts";

/** For a form whose inputs are named by the keys of `saved`. White space around a value is no change. */
export function useUnsavedChanges(saved: Record<string, string>) {
  const { session, unsavedChanges } = usePanel();
  const [unsaved, setUnsaved] = useState(false);
  useEffect(() => {
    unsavedChanges.set(unsaved);
    return () => unsavedChanges.set(false);
  }, [unsaved]);
  useBlocker({
    // Without a login nothing could be saved any more.
    shouldBlockFn: async () => session.isStillLoggedIn() && !await unsavedChanges.mayLeave(),
    enableBeforeUnload: () => unsaved && session.isStillLoggedIn(),
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
