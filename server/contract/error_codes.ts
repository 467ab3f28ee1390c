// What every refusal says on the wire (docs/http.md#errors): its code, of one list, and what its sentence names.
import * as z from "zod/mini";
import { HOUSE_CODES, HOUSE_ERRORS, type HouseError } from "./rule_names.ts";

/** Every code. server/http/error_table.ts gives each its status and its sentence. */
export const ERROR_CODES = [
  // HTTP
  "invalid_input",
  "malformed_body",
  "body_too_large",
  "not_json",
  "body_too_slow",
  "path_not_found",
  "method_not_allowed",
  "rate_limited",
  "too_many_requests",
  "too_many_requests_here",
  "too_many_searches",
  "too_many_searches_here",
  "too_many_invitations",
  "too_many_lists",
  "too_many_files",
  "too_many_unread",
  "too_many_unread_in_all",
  "foreign_host",
  "origin_refused",
  "not_websocket",
  "websocket_version",
  "internal",
  // accounts and logins
  "unauthenticated",
  "membership_ended",
  "forbidden",
  "wrong_credentials",
  "account_unverified",
  "registration_closed",
  "email_taken",
  "password_too_common",
  "wrong_code",
  "reset_link_invalid",
  "wrong_password",
  "money_owed",
  "session_not_found",
  "second_factor_required",
  "second_factor_needed",
  "second_factor_wrong",
  "second_factor_on",
  "second_factor_off",
  "second_factor_not_begun",
  // the team
  "invitation_invalid",
  "account_exists",
  "member_not_found",
  "team_full",
  // cafes and requests
  "cafe_not_found",
  "request_not_found",
  "request_settled",
  "request_expired",
  "not_undoable",
  "not_in_queue",
  "not_supportable",
  "support_without_tip",
  "request_decided",
  "request_supported",
  "not_at_till",
  "no_tip_due",
  "idempotency_key_invalid",
  "idempotency_key_reused",
  "too_many_pending",
  // the rules of the house
  ...HOUSE_CODES,
  "guest_unknown",
  "block_not_found",
  "table_not_found",
  "too_many_tables",
  // playback
  "queue_empty",
  "play_under_way",
  "music_not_connected",
  "music_unavailable",
  "music_busy",
  "music_premium_required",
  "music_restricted",
  "music_no_device",
  "music_choose_device",
  "device_not_found",
  "volume_fixed",
  "not_supported",
  "nothing_plays",
  "playlist_not_found",
  "source_not_ready",
  "not_audio",
  "file_exists",
  "folder_elsewhere",
  "disk_full",
  "not_csv",
  "list_unreadable",
  "list_too_long",
  "player_taken",
  "player_lease_old",
  "player_closed",
  "song_not_found",
  "range_not_satisfiable",
  // payouts
  "payout_not_found",
  "payout_waived",
  "payout_erased",
  "payout_correction_late",
  "payout_details_missing",
  "payout_details_changed",
  // evenings
  "evening_not_found",
  // the database
  "database_unavailable",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** A moment, ISO 8601 in UTC. */
const Moment = z.iso.datetime();

/** What sentences name, so that they can be said in another language. */
const VALUES = {
  /** When requests open again; null if no opening is known. */
  opensAt: z.nullable(Moment),
  /** The beginning of the last play of the song, or of a song by the artist. */
  playedAt: Moment,
  /** From when on it can be asked for again. */
  againAt: Moment,
  /** The minutes of the rule. */
  minutes: z.int(),
  /** The requests that the rule allows. */
  requests: z.int(),
};

/** The codes whose sentences name values. */
export type ValuedCode = {
  [C in HouseError]: (typeof HOUSE_ERRORS)[C] extends readonly [] ? never : C;
}[HouseError];

/** The values of each of these codes. */
export const ERROR_VALUES = Object.fromEntries(
  Object.entries(HOUSE_ERRORS).filter(([, names]) => names.length > 0)
    .map(([code, names]) => [
      code,
      z.object(Object.fromEntries(names.map((name) => [name, VALUES[name]]))),
    ]),
) as {
  [C in ValuedCode]: z.ZodMiniObject<Pick<typeof VALUES, (typeof HOUSE_ERRORS)[C][number]>>;
};

/** What the sentence of a code names. */
export type ErrorValues<Code extends ValuedCode = ValuedCode> = z.infer<
  (typeof ERROR_VALUES)[Code]
>;

/** The body of every error. */
export const ErrorAnswer = z.object({
  msg: z.string().check(z.minLength(1), z.describe("A Turkish sentence for the screen")),
  code: z.enum(ERROR_CODES),
  field: z.optional(
    z.string().check(
      z.describe("The field of the body, or the key of the query, that the refusal is about"),
    ),
  ),
  values: z.optional(
    z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))).check(
      z.describe("What the sentence names (ErrorValues); `seconds` if Retry-After is sent"),
    ),
  ),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
