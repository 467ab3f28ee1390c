// Questions that come before an action that cannot be undone, shown by components/ConfirmDialog.tsx.
import { createStore, type ReadableStore } from "./store.ts";

export interface Question {
  title: string;
  /** What will happen. */
  text: string;
  /** The label of the button that confirms. */
  action: string;
  /** Whether the action destroys something. */
  danger?: boolean;
}

export interface OpenQuestion extends Question {
  answer: (confirmed: boolean) => void;
}

/** The question that is open now, if any. */
export interface Confirmation extends ReadableStore<OpenQuestion | null> {
  /** Asks, and resolves to whether the user confirmed. A question that is still open is answered with no. */
  ask(question: Question): Promise<boolean>;
}

export function createConfirmation(): Confirmation {
  const store = createStore<OpenQuestion | null>(null);
  return {
    ...store,
    ask(question) {
      store.current()?.answer(false);
      return new Promise((resolve) =>
        store.set({
          ...question,
          answer(confirmed) {
            store.set(null);
            resolve(confirmed);
          },
        })
      );
    },
  };
}
