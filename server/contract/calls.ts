// Every call of the API.
import { ACCOUNT_CALLS, SECOND_FACTOR_CALLS } from "./account.ts";
import { AUTH_CALLS, SESSION_CALLS } from "./auth.ts";
import { AUTOMATIC_CALLS, PLAYBACK_CALLS } from "./playback.ts";
import { CAFE_CALLS } from "./cafes.ts";
import { EVENING_CALLS } from "./evenings.ts";
import { LIBRARY_CALLS, MUSIC_CALLS } from "./music.ts";
import { BLOCK_CALLS, HOUSE_CALLS, TABLE_CALLS } from "./house.ts";
import { MANY_CALLS, REQUEST_CALLS, SUPPORT_CALLS } from "./requests.ts";
import { MUSIC_SETTINGS_CALLS } from "./music_settings.ts";
import { PAYOUT_CALLS, TICK_CALLS, TILL_CALLS } from "./payouts.ts";
import { SPEAKER_CALLS } from "./speaker.ts";
import { REALTIME_CALLS } from "./realtime.ts";
import { TEAM_CALLS } from "./team.ts";

export const CALLS = {
  ...AUTH_CALLS,
  ...SESSION_CALLS,
  ...SECOND_FACTOR_CALLS,
  ...ACCOUNT_CALLS,
  ...TEAM_CALLS,
  ...CAFE_CALLS,
  ...BLOCK_CALLS,
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
  ...EVENING_CALLS,
  ...REALTIME_CALLS,
};

/** "GET /api/cafes/me" and the like. */
export type CallName = keyof typeof CALLS;
