// Changes that no test notices, and why that is right.

export interface Explained {
  /** The end of the line that the task prints, so that a moved line does not matter. */
  change: string;
  why: string;
}

export const EXPLAINED: Explained[] = [];
