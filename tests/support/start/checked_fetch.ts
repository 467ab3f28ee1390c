// For a product that runs as a process of its own: `fetch` itself checks what its server answers.
import { AssertionError } from "node:assert";
import { answerFault } from "./answer_fault.ts";

const checked = new Set<string>();

/** From now on, `fetch` throws if an answer of `origin` does not fit the description of its call. */
export function checkAnswersOf(origin: string): void {
  if (checked.size === 0) replaceFetch();
  checked.add(origin);
}

function replaceFetch(): void {
  const plainFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await plainFetch(input, init);
    const url = input instanceof Request ? input.url : String(input);
    if (response.redirected || !checked.has(new URL(url).origin)) return response;
    const request = new Request(url, { method: init?.method, headers: init?.headers });
    // A server that is killed while it answers leaves half an answer: that is the test's to judge.
    const fault = await answerFault(request, response, { isDecoded: true }).catch(() => undefined);
    if (fault) throw new AssertionError({ message: fault });
    return response;
  };
}
