// What guests are told of a cafe's rules, as part of the cafe (docs/house.md#what-guests-see).
import type { HouseRow } from "./house.ts";

/** What guests are told of the rules. */
export type GuestRules =
  & Pick<HouseRow, "requests" | "hours" | "lastCallMinutes" | "longestMinutes" | "repeatMinutes">
  & Pick<HouseRow, "perGuest" | "approve" | "approveFromKurus" | "queueOrder" | "tables" | "tips">
  & Pick<HouseRow, "patienceSongs">
  & { explicitRefused: 0 | 1; blockedWords: number };

/** An SQL expression for the `GuestRules` of the row of `cafes`, as JSON; null without rules. */
export const GUEST_RULES = `(select json_object('requests', requests, 'hours', json(hours),
    'lastCallMinutes', last_call_minutes, 'explicitRefused', explicit_refused,
    'blockedWords', json_array_length(blocked_words), 'longestMinutes', longest_minutes,
    'repeatMinutes', repeat_minutes, 'perGuest', per_guest, 'approve', approve,
    'approveFromKurus', approve_from_kurus, 'queueOrder', queue_order,
    'patienceSongs', patience_songs,
    'tables', tables, 'tips', tips)
  from house_rules where owner_id = cafes.owner_id)`;
