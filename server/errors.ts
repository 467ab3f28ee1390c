// What can go wrong in the product's own terms. Any depth throws a DomainError; http/error_table.ts alone
// knows the status and the sentence that a person reads.

/** The closed set of things that the product refuses. */
export type ErrorCode =
  // the wire
  | "invalid_input"
  | "malformed_body"
  | "body_too_large"
  | "not_json"
  | "body_too_slow"
  | "path_not_found"
  | "method_not_allowed"
  | "rate_limited"
  | "origin_refused"
  | "internal"
  // who you are
  | "unauthenticated"
  | "forbidden"
  | "wrong_credentials"
  | "account_unverified"
  | "email_taken"
  | "password_too_common"
  | "wrong_code"
  | "reset_link_invalid"
  | "wrong_password"
  | "money_owed"
  // cafes and requests
  | "cafe_not_found"
  | "request_not_found"
  | "request_settled"
  | "idempotency_key_reused"
  | "too_many_pending"
  // playback
  | "queue_empty"
  | "play_under_way"
  | "music_not_connected"
  | "music_unavailable"
  | "music_busy"
  | "music_premium_required"
  | "music_restricted"
  | "music_no_device"
  | "music_choose_device"
  | "device_not_found"
  // money
  | "payout_not_found"
  // the database
  | "database_unavailable";

/** What the sentence or the headers of an error may need beyond its code. */
export interface ErrorDetail {
  /** Seconds until a further try makes sense: becomes `Retry-After`. */
  retryAfterS?: number;
  /** A Turkish sentence in place of the table's, where the reason is known more exactly. */
  msg?: string;
  /** The methods a path does know: becomes `Allow`. */
  allow?: string[];
}

/** A refusal that a person can be told about. */
export class DomainError extends Error {
  override name = "DomainError";
  constructor(readonly code: ErrorCode, readonly detail: ErrorDetail = {}, options?: ErrorOptions) {
    super(code, options);
  }
}
