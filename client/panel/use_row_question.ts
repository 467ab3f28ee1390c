// A question about rows of a list: it follows the list while it is open, since another person may change it meanwhile.
import { useEffect, useRef } from "react";
import type { Asked, Question } from "../lib/confirmation.ts";
import { usePanel } from "./services.ts";

export interface RowQuestion<Subject> {
  /** What is asked about the subject as the list is now, undefined if there is nothing to ask any more. */
  about(subject: Subject): Question | undefined;
  /** The sentence for a question that has closed because there was nothing to ask any more. */
  gone(subject: Subject): string;
}

/**
 * Returns a function that asks, and resolves to whether the user confirmed. While the question is open it says what holds
 * at the moment. It closes with no once its rows have gone, which a notice tells, and when the list leaves the screen.
 */
export function useRowQuestion<Subject>(
  { about, gone }: RowQuestion<Subject>,
): (subject: Subject) => Promise<boolean> {
  const { confirmation, notices } = usePanel();
  const open = useRef<{ subject: Subject; asked: Asked }>(undefined);
  useEffect(() => {
    if (!open.current) return;
    const { subject, asked } = open.current;
    const question = about(subject);
    if (question) return asked.revise(question);
    open.current = undefined;
    asked.withdraw();
    notices.show("success", gone(subject));
  });
  useEffect(() => () => open.current?.asked.withdraw(), []);

  return async (subject) => {
    const question = about(subject);
    if (!question) return false;
    const asked = confirmation.open(question);
    open.current = { subject, asked };
    const confirmed = await asked.answer;
    if (open.current?.asked === asked) open.current = undefined;
    return confirmed;
  };
}
