// A command to the music that is given by hand: sent once, a refusal is reported, and afterwards the state is read anew.
import { useState } from "react";
import { sentenceOf } from "../../lib/http.ts";
import { usePanel } from "../services.ts";

/** `failed` is said if the server gives no sentence of its own. `read` reads the state. */
export function useCommand(failed: string, read: () => Promise<unknown>) {
  const { notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const run = async (send: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await send();
    } catch (error) {
      notices.show("error", sentenceOf(error) || failed);
    }
    await read();
    setBusy(false);
  };
  return { busy, run };
}
