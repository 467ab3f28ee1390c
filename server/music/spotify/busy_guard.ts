// Leaves a service alone that answered 429, for the time that it names (docs/music.md#calls).
import type { DomainError } from "../../errors.ts";
import { BusyError } from "./busy_error.ts";
import { toRefusal } from "./refusals.ts";

/** The pause if the service names none. It doubles while 429s follow each other. */
const FIRST_PAUSE_S = 5;
const MAX_PAUSE_S = 60;

export interface BusyGuard {
  /** @throws BusyError with the time that is left, until the service may be asked again */
  requireOpen(): void;
  /** Takes note of an answer that was no refusal. */
  heard(): void;
  /** Reads a refusal and takes note of it. A 429 that names no time gets the seconds of the pause. */
  refusalOf(response: Response): Promise<DomainError>;
}

export function createBusyGuard(now: () => number): BusyGuard {
  let pause = { from: 0, until: 0, sentence: "" };
  let unnamedS = FIRST_PAUSE_S;

  return {
    requireOpen() {
      const left = leftS();
      if (left > 0) throw new BusyError(pause.sentence, left);
    },

    heard,

    async refusalOf(response) {
      const text = await response.text();
      const error = toRefusal(response.status, response.headers, text, now());
      if (!(error instanceof BusyError)) {
        heard();
        return error;
      }
      const seconds = error.detail.retryAfterS ?? pauseS();
      const until = Math.max(pause.until, now() + seconds * 1000);
      pause = { from: now(), until, sentence: error.sentence };
      return new BusyError(error.sentence, leftS());
    },
  };

  /** An answer during a pause is of a call that was made before it, and says nothing about what follows. */
  function heard(): void {
    if (leftS() === 0) unnamedS = FIRST_PAUSE_S;
  }

  /** How long to leave the service alone if it does not say. Several calls at once may meet the same 429. */
  function pauseS(): number {
    if (leftS() > 0) return leftS();
    const seconds = unnamedS;
    unnamedS = Math.min(2 * seconds, MAX_PAUSE_S);
    return seconds;
  }

  /** The seconds that are left of the pause. None if the clock was set back, since it is not known then. */
  function leftS(): number {
    return pause.from <= now() ? Math.max(0, Math.ceil((pause.until - now()) / 1000)) : 0;
  }
}
