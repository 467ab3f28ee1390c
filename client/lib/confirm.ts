// Asks before what cannot be undone, in place of confirm(): shown by components/ConfirmDialog.tsx.

export interface Question {
  title: string;
  /** What will happen (spec 8 gives the words). */
  text: string;
  /** The button that goes ahead. */
  action: string;
  /** Whether going ahead destroys something. */
  danger?: boolean;
}

export interface OpenQuestion extends Question {
  answer: (yes: boolean) => void;
}

let open: OpenQuestion | null = null;
const listeners = new Set<() => void>();

/** Resolves to whether the person went ahead; a further question answers an open one with no. */
export function askToConfirm(question: Question): Promise<boolean> {
  open?.answer(false);
  return new Promise((resolve) => {
    change({
      ...question,
      answer(yes) {
        change(null);
        resolve(yes);
      },
    });
  });
}

/** For useSyncExternalStore. */
export function subscribeQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For useSyncExternalStore: the question that is open. */
export function currentQuestion(): OpenQuestion | null {
  return open;
}

function change(next: OpenQuestion | null): void {
  open = next;
  for (const listener of listeners) listener();
}
