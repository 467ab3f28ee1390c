// Tells of each statement and its time, for a person who looks for a slow one (LOG_LEVEL=debug).
import type { Client, InStatement } from "@libsql/client";

/** Called after a call of the database: its statements, without their values, and the time in ms from asking to the answer. */
export type TellStatements = (statements: string[], ms: number) => void;

type Batched = InStatement | [string, unknown?];

/** `client` with `tell` called after each call, also one that fails. */
export function toldClient<C extends Client>(client: C, tell: TellStatements): C {
  const timed = async <T>(statements: readonly Batched[], work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      tell(statements.map(textOf), performance.now() - startedAt);
    }
  };
  return {
    ...client,
    execute: (...args: Parameters<Client["execute"]>) =>
      timed([args[0]], () => client.execute(...args)),
    batch: (...args: Parameters<Client["batch"]>) =>
      timed(args[0] as readonly Batched[], () => client.batch(...args)),
  };
}

function textOf(statement: Batched): string {
  if (Array.isArray(statement)) return statement[0];
  return typeof statement === "string" ? statement : statement.sql;
}
