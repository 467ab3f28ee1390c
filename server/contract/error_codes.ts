// Everything that a call can refuse with. server/http/error_table.ts gives each its status and its sentence.

export type ErrorCode =
  // HTTP
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
  // accounts and logins
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
  // payouts
  | "payout_not_found"
  // the database
  | "database_unavailable";
