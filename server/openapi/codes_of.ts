// Which errors a call can answer with.
import type { Call } from "../contract/call.ts";
import type { ErrorCode } from "../contract/error_codes.ts";

const BODY_ERRORS: ErrorCode[] = [
  "invalid_input",
  "malformed_body",
  "body_too_slow",
  "body_too_large",
  "not_json",
];
const UPLOAD_ERRORS: ErrorCode[] = [
  "malformed_body",
  "body_too_slow",
  "body_too_large",
  "not_csv",
];

/** Of an answer that may be large. */
const UNREAD_ERRORS: ErrorCode[] = ["too_many_unread", "too_many_unread_in_all"];

/** Those that its description names, and those that follow from its access, its query and its body. */
export function codesOf(
  { access, body, upload, query, answer, media, errors = [] }: Call,
): Set<ErrorCode> {
  return new Set<ErrorCode>([
    ...(access !== "everyone" ? ["unauthenticated", "membership_ended", "forbidden"] as const : []),
    ...(body ? BODY_ERRORS : query ? ["invalid_input"] as const : []),
    ...(upload ? UPLOAD_ERRORS : []),
    ...(answer || media ? UNREAD_ERRORS : []),
    ...errors,
    "internal",
    "database_unavailable",
  ]);
}
