// What a database answers, whether it is a file (file.ts) or a libSQL server (remote.ts).

/** What SQLite knows. */
export type Value = string | number | null;

/** A statement with its values: by name, for `:name`, or in order, for question marks, as drizzle gives them. */
export interface Asked {
  readonly sql: string;
  readonly args: Record<string, Value> | Value[];
}

/** A row is an object with the names of its columns, or a list if the values of its statement are one. */
export type Rows = unknown[];

/** A database. What it throws says whether to try again: errors.ts. */
export interface Port {
  /** Runs statements that change nothing and see one moment, and returns the rows of each. */
  read(asked: readonly Asked[]): Promise<Rows[]>;
  /** Commits all of the statements, or none, and returns the rows of each. Nothing else runs in between. */
  write(asked: readonly Asked[]): Promise<Rows[]>;
  /** The same without foreign keys, so that tables to which others refer can be made anew. */
  rebuild(statements: readonly string[]): Promise<void>;
  /**
   * A number that differs from the previous one if anything may have been committed since, by any process. A server has to
   * be asked, and has none.
   */
  changes?(): number;
  close(): void;
}

/** A statement without values. */
export function bare(sql: string): Asked {
  return { sql, args: {} };
}
