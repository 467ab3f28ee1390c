// What can go wrong with the database, told apart by what the caller can do about it.

/**
 * The database could not be used at all: its lock is held, its disk is full, it is out of reach, or its
 * file is none of SQLite's.
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

/** Whether a statement failed because a unique index holds such a row already. */
export function isUniqueViolation(error: unknown): boolean {
  // Over HTTP the extended code is missing, so the message decides.
  return causes(error).some((e) => /UNIQUE constraint failed/i.test(e.message));
}

/** SQLite's result codes (sqlite.org/rescode.html) that are not the statement's own fault. */
const REASONS: [RegExp, DatabaseUnavailableError["reason"]][] = [
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, "busy"],
  // A disk that is full shows as an I/O error too, and a file that cannot be extended as one that cannot be opened.
  [/^SQLITE_(FULL|IOERR|CANTOPEN)/, "full"],
  [/^SQLITE_(NOTADB|CORRUPT)/, "damaged"],
  // The libSQL client's: the server answered with an HTTP error, or not in its protocol.
  [/^(SERVER_ERROR|HRANA_)/, "unreachable"],
];

/** The reason a libSQL failure is not the statement's own fault, or undefined where it is. */
export function unavailability(error: unknown): DatabaseUnavailableError["reason"] | undefined {
  for (const e of causes(error)) {
    if (e instanceof DatabaseUnavailableError) return e.reason;
    const code = "code" in e && typeof e.code === "string" ? e.code : "";
    const known = REASONS.find(([pattern]) => pattern.test(code));
    if (known) return known[1];
    // What `fetch` throws: the connection failed (TypeError), or took too long.
    if (e.name === "TimeoutError") return "unreachable";
    if (e instanceof TypeError && /error sending request|connection|fetch/i.test(e.message)) {
      return "unreachable";
    }
  }
}

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let e = error; e instanceof Error; e = e.cause) found.push(e);
  return found;
}
