// Refusals. Code at any depth throws a DomainError; http/error_table.ts maps its code to a status and a sentence.
import type { ErrorCode } from "./contract/error_codes.ts";

/** What the answer may need beyond the code. */
export interface ErrorDetail {
  /** Seconds until another try makes sense, for `Retry-After`. */
  retryAfterS?: number;
  /** A Turkish sentence that replaces the one of the table. */
  msg?: string;
  /** The methods that the path has, for `Allow`. */
  allow?: string[];
  /** The request that a guest can support instead, for `Waiting-Request`. */
  waitingId?: string;
  /** The account that the refused call was to use, for the log alone. */
  accountId?: string;
}

/** A refusal that the caller is told about. */
export class DomainError extends Error {
  override name = "DomainError";
  constructor(readonly code: ErrorCode, readonly detail: ErrorDetail = {}, options?: ErrorOptions) {
    super(code, options);
  }
}
