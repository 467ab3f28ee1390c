// Every call of the API.
import { ACCOUNT_CALLS } from "./account.ts";
import { AUTH_CALLS } from "./auth.ts";
import { AUTOMATIC_CALLS } from "./automatic.ts";
import { CAFE_CALLS } from "./cafes.ts";
import { LIBRARY_CALLS } from "./library.ts";
import { HOUSE_CALLS } from "./house.ts";
import { MANY_CALLS } from "./many_at_once.ts";
import { MUSIC_CALLS } from "./music.ts";
import { MUSIC_SETTINGS_CALLS } from "./music_settings.ts";
import { PAYOUT_CALLS } from "./payouts.ts";
import { PLAYBACK_CALLS } from "./playback.ts";
import { SPEAKER_CALLS } from "./speaker.ts";
import { REALTIME_CALLS } from "./realtime.ts";
import { REQUEST_CALLS } from "./requests.ts";
import { SECOND_FACTOR_CALLS } from "./second_factor.ts";
import { SESSION_CALLS } from "./sessions.ts";
import { SUPPORT_CALLS } from "./support.ts";
import { TABLE_CALLS } from "./tables.ts";
import { TEAM_CALLS } from "./team.ts";
import { TICK_CALLS, TILL_CALLS } from "./till.ts";

export const CALLS = {
  ...AUTH_CALLS,
  ...SESSION_CALLS,
  ...SECOND_FACTOR_CALLS,
  ...ACCOUNT_CALLS,
  ...TEAM_CALLS,
  ...CAFE_CALLS,
  ...HOUSE_CALLS,
  ...TABLE_CALLS,
  ...REQUEST_CALLS,
  ...MANY_CALLS,
  ...SUPPORT_CALLS,
  ...TICK_CALLS,
  ...MUSIC_CALLS,
  ...MUSIC_SETTINGS_CALLS,
  ...LIBRARY_CALLS,
  ...PLAYBACK_CALLS,
  ...AUTOMATIC_CALLS,
  ...SPEAKER_CALLS,
  ...PAYOUT_CALLS,
  ...TILL_CALLS,
  ...REALTIME_CALLS,
};

/** "GET /api/cafes/me" and the like. */
export type CallName = keyof typeof CALLS;
