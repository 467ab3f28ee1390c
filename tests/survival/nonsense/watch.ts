// What these tests must never cause: errors that no handler gets, and lines of the log at level error.
import { strict as assert } from "node:assert";
import { configureLogging } from "../../../server/logging.ts";

export interface Watch extends Disposable {
  /** Fails if something was seen. */
  assertQuiet(): void;
}

/** Watches from now on. */
export async function watchErrors(): Promise<Watch> {
  const seen: string[] = [];
  const onRejection = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    seen.push(`unhandled rejection: ${event.reason?.stack ?? event.reason}`);
  };
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    seen.push(`error event: ${event.error?.stack ?? event.message}`);
  };
  addEventListener("unhandledrejection", onRejection);
  addEventListener("error", onError);
  await configureLogging("error", (line) => void seen.push(line));
  return {
    assertQuiet: () => assert.deepEqual(seen.slice(0, 5), []),
    [Symbol.dispose]() {
      removeEventListener("unhandledrejection", onRejection);
      removeEventListener("error", onError);
    },
  };
}
