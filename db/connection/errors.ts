// The database's errors, told apart by what the caller can do about them.

type Reason = "busy" | "full" | "unreachable" | "damaged";

/**
 * The database cannot be used: its lock is held (`busy`), its disk is full, it is unreachable, or its file is not
 * an SQLite database (`damaged`).
 */
export class DatabaseUnavailableError extends Error {
  override name = "DatabaseUnavailableError";
  constructor(
    readonly reason: Reason,
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

/**
 * Result codes (sqlite.org/rescode.html) that the statement itself did not cause: BUSY, LOCKED and PROTOCOL; FULL, IOERR and
 * CANTOPEN, since a full disk can also show as an I/O error, and a file that cannot grow as one that cannot be opened;
 * CORRUPT and NOTADB.
 */
const OF_FILE = new Map<number, Reason>([
  ...[5, 6, 15].map((code): [number, Reason] => [code, "busy"]),
  ...[13, 10, 14].map((code): [number, Reason] => [code, "full"]),
  ...[11, 26].map((code): [number, Reason] => [code, "damaged"]),
]);

/** The same by SQLite's sentences, for the calls whose errors have no code: opening, and running a script. */
const SENTENCES: [RegExp, Reason][] = [
  [/^(database (table |schema )?is locked|locking protocol)/, "busy"],
  [/^(database or disk is full|disk I\/O error|unable to open database file)/, "full"],
  [/^(file is not a database|database disk image is malformed)/, "damaged"],
];

/** The same for a server, by name, and codes of its client: the answer was an HTTP error, or not in its protocol. */
const OF_SERVER: [RegExp, Reason][] = [
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, "busy"],
  [/^SQLITE_(FULL|IOERR|CANTOPEN)/, "full"],
  [/^SQLITE_(NOTADB|CORRUPT)/, "damaged"],
  [/^(SERVER_ERROR|HRANA_)/, "unreachable"],
];

/** Why the database could not be used, or undefined if the statement itself caused the error. */
export function unavailability(error: unknown): Reason | undefined {
  for (const e of causes(error)) {
    if (e instanceof DatabaseUnavailableError) return e.reason;
    const known = reasonOf(e);
    if (known) return known;
    // `fetch` throws a TypeError if the connection failed, and a TimeoutError if it took too long.
    if (e.name === "TimeoutError") return "unreachable";
    if (e instanceof TypeError && /error sending request|connection|fetch/i.test(e.message)) {
      return "unreachable";
    }
  }
}

function reasonOf(error: Error & { code?: unknown; errcode?: unknown }): Reason | undefined {
  const { code, errcode, message } = error;
  if (code !== "ERR_SQLITE_ERROR") return find(OF_SERVER, typeof code === "string" ? code : "");
  // The lowest byte is the primary code; the others say more.
  return typeof errcode === "number" ? OF_FILE.get(errcode & 0xff) : find(SENTENCES, message);
}

function find(reasons: [RegExp, Reason][], text: string): Reason | undefined {
  return reasons.find(([pattern]) => pattern.test(text))?.[1];
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
