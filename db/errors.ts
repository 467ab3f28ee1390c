// The database's errors, told apart by what the caller can do about them.

/**
 * The database cannot be used: its lock is held (`busy`), its disk is full, it is unreachable, or its file is not
 * an SQLite database (`damaged`).
 */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";
  constructor(
    readonly reason: "busy" | "full" | "unreachable" | "damaged",
    options?: ErrorOptions,
  ) {
    super(`Cannot use the database: it is ${reason}`, options);
  }
}

/** Whether a statement failed because a unique index already has such a row. */
export function isUniqueViolation(error: unknown): boolean {
  // Over HTTP the extended code is missing, so the message decides.
  return causes(error).some((e) => /UNIQUE constraint failed/i.test(e.message));
}

/** Result codes (sqlite.org/rescode.html) that the statement itself did not cause. */
const REASONS: [RegExp, DatabaseUnavailableError["reason"]][] = [
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, "busy"],
  // A full disk can also show as an I/O error, and a file that cannot grow as one that cannot be opened.
  [/^SQLITE_(FULL|IOERR|CANTOPEN)/, "full"],
  [/^SQLITE_(NOTADB|CORRUPT)/, "damaged"],
  // Codes of the libSQL client: the server answered with an HTTP error, or not in its protocol.
  [/^(SERVER_ERROR|HRANA_)/, "unreachable"],
];

/** Why the database could not be used, or undefined if the statement itself caused the error. */
export function unavailability(error: unknown): DatabaseUnavailableError["reason"] | undefined {
  for (const e of causes(error)) {
    if (e instanceof DatabaseUnavailableError) return e.reason;
    const code = "code" in e && typeof e.code === "string" ? e.code : "";
    const known = REASONS.find(([pattern]) => pattern.test(code));
    if (known) return known[1];
    // `fetch` throws a TypeError if the connection failed, and a TimeoutError if it took too long.
    if (e.name === "TimeoutError") return "unreachable";
    if (e instanceof TypeError && /error sending request|connection|fetch/i.test(e.message)) {
      return "unreachable";
    }
  }
}

/** Whether a server took too long to answer. */
export function isTimeout(error: unknown): boolean {
  return causes(error).some((e) => e.name === "TimeoutError");
}

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let e = error; e instanceof Error; e = e.cause) found.push(e);
  return found;
}
