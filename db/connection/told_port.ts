// Tells of each statement and its time, for a person who looks for a slow one (LOG_LEVEL=debug).
import type { Port } from "./port.ts";

/** Called after a call of the database: its statements, without their values, and the time in ms from asking to the answer. */
export type TellStatements = (statements: string[], ms: number) => void;

/** `port` with `tell` called after each call, also one that fails. */
export function toldPort(port: Port, tell: TellStatements): Port {
  const timed = (answer: Port["read"]): Port["read"] => async (asked) => {
    const startedAt = performance.now();
    try {
      return await answer(asked);
    } finally {
      tell(asked.map(({ sql }) => sql), performance.now() - startedAt);
    }
  };
  return { ...port, read: timed(port.read), write: timed(port.write) };
}
