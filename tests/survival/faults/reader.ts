// A person who reads all the while: reading has to go on, whatever happens to writing.
import { strict as assert } from "node:assert";
import type { TestOwner } from "../../support/people/factories.ts";
import { passed, until } from "../../support/time/until.ts";

export interface Reader {
  /** Resolves once `count` more answers came. @throws if an answer was not 200 */
  answers(count: number): Promise<void>;
  /** How many answers came. @throws if one was not 200 */
  stop(): Promise<number>;
}

/** Reads the owner's requests and the cafe's page, which ask the database each time, until it is stopped. */
export function startReader(origin: string, { token, cafeId }: TestOwner): Reader {
  let count = 0;
  let stopped = false;
  let failure: unknown;
  const read = async (path: string) => {
    const response = await fetch(origin + path, { headers: { "x-auth-token": token } });
    const text = await response.text();
    assert.equal(response.status, 200, `${path}: ${text}`);
    count++;
  };
  const reading = (async () => {
    try {
      while (!stopped) {
        await read("/api/requests");
        await read(`/cafe/${cafeId}`);
        await passed(10);
      }
    } catch (error) {
      failure = error;
    }
  })();
  const throwFailure = () => {
    if (failure) throw failure;
  };
  return {
    async answers(more) {
      const target = count + more;
      await until(() => failure !== undefined || count >= target);
      throwFailure();
    },
    async stop() {
      stopped = true;
      await reading;
      throwFailure();
      return count;
    },
  };
}
