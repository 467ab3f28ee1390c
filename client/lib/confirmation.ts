// Questions that come before an action that cannot be undone, shown by ConfirmDialog of panel/routes/__root.tsx.
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

/** A question that was asked. Once it is answered, or another one is open, it cannot be changed any more. */
export interface Asked {
  /** Whether the user confirmed; false if it was withdrawn. */
  answer: Promise<boolean>;
  /** Changes what it says. */
  revise(question: Question): void;
  /** Closes it: there is nothing to ask any more. */
  withdraw(): void;
}

/** The question that is open now, if any. */
export interface Confirmation extends ReadableStore<OpenQuestion | null> {
  /** Asks, and resolves to whether the user confirmed. A question that is still open is answered with no. */
  ask(question: Question): Promise<boolean>;
  /** Asks what may change while it is open. */
  open(question: Question): Asked;
}

export function createConfirmation(): Confirmation {
  const store = createStore<OpenQuestion | null>(null);
  const confirmation: Confirmation = {
    ...store,
    ask: (question) => confirmation.open(question).answer,
    open(question) {
      store.current()?.answer(false);
      let resolve: (confirmed: boolean) => void;
      const answered = new Promise<boolean>((settle) => resolve = settle);
      const answer = (confirmed: boolean) => {
        if (isOpen()) store.set(null);
        resolve(confirmed);
      };
      const isOpen = () => store.current()?.answer === answer;
      store.set({ ...question, answer });
      return {
        answer: answered,
        revise: (question) => isOpen() && store.set({ ...question, answer }),
        withdraw: () => answer(false),
      };
    },
  };
  return confirmation;
}
