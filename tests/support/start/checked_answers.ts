// Every start of the product in this process wraps its handler with checkedAnswers(createApp(deps).fetch), so that in
// every test each answer under /api is held against the description of its call (checked_fetch.ts for processes).
import { AssertionError } from "node:assert";
import { answerFault } from "./answer_fault.ts";

type Handler<Rest extends unknown[]> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>;

export interface CheckedAnswers<Rest extends unknown[]> {
  /** Answers as the handler does. Throws if the answer does not fit: for requests within the process. */
  fetch(request: Request, ...rest: Rest): Promise<Response>;
  /** Answers as the handler does, and keeps what did not fit for `assertFit`: for requests over a socket. */
  serve(request: Request, ...rest: Rest): Promise<Response>;
  /** Throws if an answer of `serve` did not fit. Called at disposal, when all is closed. */
  assertFit(): void;
}

/** Checks each answer of `handler` under /api. */
export function checkedAnswers<Rest extends unknown[]>(
  handler: Handler<Rest>,
): CheckedAnswers<Rest> {
  const faults: string[] = [];
  const answer = async (request: Request, rest: Rest) => {
    const response = await handler(request, ...rest);
    return { response, fault: await answerFault(request, response) };
  };
  return {
    async fetch(request, ...rest) {
      const { response, fault } = await answer(request, rest);
      if (fault) throw new AssertionError({ message: fault });
      return response;
    },
    async serve(request, ...rest) {
      const { response, fault } = await answer(request, rest);
      if (fault) faults.push(fault);
      return response;
    },
    assertFit() {
      if (faults.length > 0) throw new AssertionError({ message: faults.splice(0).join("\n") });
    },
  };
}
