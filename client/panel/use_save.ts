// Saves a change by one call: tells how it ended, and asks anew for what it has put out of date.
import { useId } from "react";
import type { Arguments, Input, Reply } from "../lib/calls.ts";
import { sentenceOf } from "../lib/http.ts";
import type { Said } from "./many_words.ts";
import { type ChangeName, useChange } from "./queries.ts";
import { usePanel } from "./services.ts";

type Sent<N extends ChangeName> = Arguments<Input<N>>;

interface Words<N extends ChangeName> {
  /** What is said once it is saved; nothing without. */
  done?: string | ((answer: Reply<N>, ...sent: Sent<N>) => string | Said);
  /** What is said otherwise, above the server's own sentence. */
  failed: string;
  /** Other components with the same scope show as well what is being saved. */
  scope?: string;
}

/**
 * `save` resolves once what is out of date was asked for anew, which is after a failure too: what is shown may have been
 * changed elsewhere, or by a call without an answer. It resolves to whether it was saved. While one is under way, another
 * does nothing. `saving` is what is being sent.
 */
export function useSave<N extends ChangeName>(call: N, { done, failed, scope }: Words<N>) {
  const { api, notices, queries } = usePanel();
  const own = useId();
  const { pending: [sent], change } = useChange(scope ?? own, async (sent: Sent<N>) => {
    let isSaved = false;
    try {
      const answer = await api(call, ...sent);
      isSaved = true;
      const said = typeof done === "function" ? done(answer, ...sent) : done;
      if (typeof said === "string") notices.show("success", said);
      else if (said) notices.show("success", said.text, said.detail);
    } catch (error) {
      notices.show("error", failed, sentenceOf(error));
    }
    await queries.refreshAfter(call);
    return isSaved;
  });
  return {
    saving: sent?.[0],
    isSaving: sent !== undefined,
    save: async (...next: Sent<N>): Promise<boolean> => sent === undefined && await change(next),
  };
}
