// What a guest reads when a rule of the house refuses a request (docs/house.md#refusals). Pure.
import type { HouseRefusal, HouseWarnings } from "../../db/requests/house_refusal.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/clock.ts";
import type { HouseRules } from "../contract/house.ts";
import { DomainError } from "../errors.ts";
import { errorBody } from "../http/error_table.ts";
import { atTime, fromTime, openingState } from "./opening_hours.ts";

/** The rule behind each reason, by its key in `GET /api/house`. A block is of one guest and no rule. */
export const RULE_OF_REASON = {
  closed: "requests",
  paused: "requests",
  hours: "requests",
  table_wrong: "tables",
  table_missing: "tables",
  explicit: "explicit",
  blocked: "blockedWords",
  too_long: "longestMinutes",
  repeated: "repeatMinutes",
  artist_repeated: "artistMinutes",
  guest_pending: "perGuest",
  guest_hour: "perHour",
  guest_blocked: null,
} as const satisfies Record<HouseRefusal["reason"], keyof HouseRules | null>;

/** The error of a request that `refusal.reason` refused at `nowMs` (epoch). */
export function toHouseError(
  refusal: HouseRefusal,
  nowMs: number,
): DomainError {
  switch (refusal.reason) {
    case "closed":
      return new DomainError("requests_closed");
    case "paused":
    case "hours":
      return outsideHours(refusal, nowMs);
    case "table_wrong":
    case "table_missing":
      return new DomainError(refusal.reason);
    case "explicit":
      return new DomainError("explicit_refused");
    case "blocked":
      return new DomainError("song_blocked");
    case "too_long":
      return new DomainError("song_too_long", {
        msg: `Bu kafede ${refusal.longestMinutes} dakikadan uzun şarkılar istenemiyor.`,
        values: { minutes: refusal.longestMinutes ?? 0 },
      });
    case "repeated":
      return repeated(refusal, nowMs);
    case "artist_repeated":
      return artistRepeated(refusal, nowMs);
    case "guest_blocked":
      return new DomainError("guest_blocked");
    case "guest_hour":
      return hourFull(refusal, nowMs);
    case "guest_pending":
      return new DomainError("guest_pending_full", {
        msg:
          `Onay bekleyen en fazla ${refusal.perGuest} isteğiniz olabilir. Biri sonuçlanınca yeni istek gönderebilirsiniz.`,
        values: { requests: refusal.perGuest ?? 0 },
      });
  }
}

/** The sentence of each rule that would have refused a guest's request at `nowMs` (epoch). */
export function toWarnings(warnings: HouseWarnings | null, nowMs: number): string[] {
  if (!warnings) return [];
  return warnings.reasons.flatMap((reason) =>
    reason ? [errorBody(toHouseError({ ...warnings, reason }, nowMs)).msg] : []
  );
}

function outsideHours(
  { requests, hours, lastCallMinutes, pausedUntil }: HouseRefusal,
  nowMs: number,
): DomainError {
  const state = openingState({ requests, hours, lastCallMinutes, pausedUntil }, nowMs);
  const opens = state.reopensAt === null ? "" : atTime(state.reopensAt, nowMs);
  const values = { opensAt: state.reopensAt === null ? null : toIso(state.reopensAt) };
  if (state.isPaused) {
    return new DomainError("requests_paused", {
      msg: `Kafe isteklere ara verdi. İstekler ${opens} açılacak.`,
      values,
    });
  }
  return state.isAfterLastCall
    ? new DomainError("after_last_call", {
      msg: `Son istekler alındı. İstekler ${opens} tekrar açılacak.`,
      values,
    })
    : new DomainError("outside_hours", { msg: `İstekler ${opens} açılacak.`, values });
}

function repeated(
  { repeatMinutes, lastPlayedAt, waitingId: waits }: HouseRefusal,
  nowMs: number,
): DomainError {
  const minutes = repeatMinutes ?? 0;
  const waitingId = waits ?? undefined;
  if (lastPlayedAt === null) {
    return new DomainError("song_waiting", {
      msg: `Bu şarkı zaten bekliyor. Çaldıktan ${minutes} dakika sonra tekrar istenebilir.`,
      values: { minutes },
      waitingId,
    });
  }
  const again = wholeMinute(lastPlayedAt + minutes * MINUTE_MS);
  const [played, free] = [atTime(lastPlayedAt, nowMs), fromTime(again, nowMs)];
  return new DomainError("song_repeated", {
    msg: `Bu şarkı ${played} çaldı, ${free} sonra tekrar istenebilir.`,
    values: { playedAt: toIso(lastPlayedAt), againAt: toIso(again) },
    waitingId,
  });
}

function artistRepeated(
  { artistMinutes, artistPlayedAt }: HouseRefusal,
  nowMs: number,
): DomainError {
  const minutes = artistMinutes ?? 0;
  if (artistPlayedAt === null) {
    return new DomainError("artist_waiting", {
      msg:
        `Bu sanatçının bir şarkısı zaten bekliyor. Çaldıktan ${minutes} dakika sonra tekrar istenebilir.`,
      values: { minutes },
    });
  }
  const again = wholeMinute(artistPlayedAt + minutes * MINUTE_MS);
  const [played, free] = [atTime(artistPlayedAt, nowMs), fromTime(again, nowMs)];
  return new DomainError("artist_repeated", {
    msg: `Bu sanatçı ${played} çaldı, ${free} sonra tekrar istenebilir.`,
    values: { playedAt: toIso(artistPlayedAt), againAt: toIso(again) },
  });
}

function hourFull({ perHour, hourSince }: HouseRefusal, nowMs: number): DomainError {
  const requests = perHour ?? 0;
  const again = wholeMinute((hourSince ?? nowMs) + HOUR_MS);
  return new DomainError("guest_hour_full", {
    msg: `Bir saatte en fazla ${requests} şarkı isteyebilirsiniz. ${
      capital(fromTime(again, nowMs))
    } sonra tekrar deneyin.`,
    values: { requests, againAt: toIso(again) },
  });
}

/** The next whole minute: a sentence with it is never too early. */
function wholeMinute(ms: number): number {
  return Math.ceil(ms / MINUTE_MS) * MINUTE_MS;
}

function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase("tr") + text.slice(1);
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
