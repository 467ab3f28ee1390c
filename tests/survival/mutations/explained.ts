// Changes that no test notices, and why that is right.

export interface Explained {
  path: string;
  /** The line of code, or the part of it that tells it from the others of the file. */
  code: string;
  /** As the task prints it: `"<" -> "<="`. */
  change: string;
  why: string;
}

export const EXPLAINED: Explained[] = [];
