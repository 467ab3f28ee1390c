// What every refusal says on the wire (docs/http.md#errors): its code, of one list, and what its sentence names.
import * as z from "zod/mini";

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
  "requests_closed",
  "requests_paused",
  "outside_hours",
  "after_last_call",
  "table_missing",
  "table_wrong",
  "explicit_refused",
  "song_blocked",
  "song_too_long",
  "song_repeated",
  "song_waiting",
  "guest_pending_full",
  "guest_hour_full",
  "dedication_blocked",
  "guest_blocked",
  "guest_unknown",
  "block_not_found",
  "artist_repeated",
  "artist_waiting",
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

/** What the sentences of these codes name, so that it can be said in another language. */
export const ERROR_VALUES = {
  /** When requests open again; null if no opening is known. */
  requests_paused: z.object({ opensAt: z.nullable(Moment) }),
  outside_hours: z.object({ opensAt: z.nullable(Moment) }),
  after_last_call: z.object({ opensAt: z.nullable(Moment) }),
  /** The longest song, in minutes. */
  song_too_long: z.object({ minutes: z.int() }),
  /** The beginning of its last play, and from when on it can be asked for again. */
  song_repeated: z.object({ playedAt: Moment, againAt: Moment }),
  /** How many minutes after its play it can be asked for again. */
  song_waiting: z.object({ minutes: z.int() }),
  /** How many requests of one guest may be pending. */
  guest_pending_full: z.object({ requests: z.int() }),
  /** How many songs a guest may ask for in 60 minutes, and from when on again. */
  guest_hour_full: z.object({ requests: z.int(), againAt: Moment }),
  /** The beginning of the last song by the artist, and from when on one can be asked for again. */
  artist_repeated: z.object({ playedAt: Moment, againAt: Moment }),
  /** How many minutes after the play of the one that waits another one can be asked for. */
  artist_waiting: z.object({ minutes: z.int() }),
} as const satisfies Partial<Record<ErrorCode, z.ZodMiniObject>>;

export type ValuedCode = keyof typeof ERROR_VALUES;
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
