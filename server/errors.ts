// Refusals. Code at any depth throws a DomainError; http/error_table.ts maps its code to a status and a sentence.
import type { ErrorCode } from "./contract/error_codes.ts";

/** What the sentence or the headers of an error may need beyond its code. */
export interface ErrorDetail {
  /** Seconds until a further try makes sense: becomes `Retry-After`. */
  retryAfterS?: number;
  /** A Turkish sentence in place of the table's, where the reason is known more exactly. */
  msg?: string;
  /** The methods a path does know: becomes `Allow`. */
  allow?: string[];
}

/** A refusal that the caller is told about. */
export class DomainError extends Error {
  override name = "DomainError";
  constructor(readonly code: ErrorCode, readonly detail: ErrorDetail = {}, options?: ErrorOptions) {
    super(code, options);
  }
}
