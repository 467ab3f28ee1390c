// Changes that no test notices, and why that is right.

export interface Explained {
  path: string;
  /** The line of code, or the part of it that tells it from the others of the file. */
  code: string;
  /** As the task prints it: `"<" -> "<="`. */
  change: string;
  why: string;
}

export const EXPLAINED: Explained[] = [
  {
    path: "db/tracks.ts",
    code: ".limit(1).offset(max)",
    change: '"1" -> "2"',
    why:
      "A subquery that is compared has the value of its first row; the limit is there since an offset needs one.",
  },
  {
    path: "server/house/opening_hours.ts",
    code: "while (last && spans.length > 1",
    change: '">" -> ">="',
    why:
      "A single span that reaches itself fills the week, and the whole week is returned then either way.",
  },
  {
    path: "db/player_failures.ts",
    code: "sent_at > ?2 and ${FAILED}",
    change: '" > " -> " >= "',
    why:
      "The bound of 24 hours keeps the statement from reading every play; which side of it a millisecond is on is free.",
  },
  {
    path: "db/till_book.ts",
    code: "startOf(first), startOf(last + 1)",
    change: '"1" -> "2"',
    why:
      "The caller shows only the days that it asks for, so that rows of a later one are read in vain.",
  },
];
