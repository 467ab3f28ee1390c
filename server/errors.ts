// Refusals. Code at any depth throws a DomainError; http/error_table.ts maps its code to a status and a sentence.
import type { ErrorCode, ErrorValues, ValuedCode } from "./contract/error_codes.ts";
import { FIELD_MESSAGES } from "./contract/field_messages.ts";

/** What the answer may need beyond the code. */
export interface ErrorDetail {
  /** Seconds until another try makes sense, for `Retry-After`. */
  retryAfterS?: number;
  /** A Turkish sentence that replaces the one of the table. */
  msg?: string;
  /** The field of the body that it is about, if that is not the one of the table. */
  field?: string;
  /** The methods that the path has, for `Allow`. */
  allow?: string[];
  /** The request that a guest can support instead, for `Waiting-Request`. */
  waitingId?: string;
  /** The account that the refused call was to use, for the log alone. */
  accountId?: string;
}

/** A code whose sentence names values comes with both. */
type Thrown =
  | [code: Exclude<ErrorCode, ValuedCode>, detail?: ErrorDetail, options?: ErrorOptions]
  | {
    [C in ValuedCode]: [
      code: C,
      detail: ErrorDetail & { msg: string; values: ErrorValues<C> },
      options?: ErrorOptions,
    ];
  }[ValuedCode];

/** A refusal that the caller is told about. */
export class DomainError extends Error {
  override name = "DomainError";
  readonly code: ErrorCode;
  readonly detail: ErrorDetail & { values?: ErrorValues };
  constructor(...[code, detail = {}, options]: Thrown) {
    super(code, options);
    this.code = code;
    this.detail = detail;
  }
}

/** The refusal of a body whose `field` is not valid, with the field's sentence. */
export function invalidField(field: keyof typeof FIELD_MESSAGES): DomainError {
  return new DomainError("invalid_input", { msg: FIELD_MESSAGES[field], field });
}
