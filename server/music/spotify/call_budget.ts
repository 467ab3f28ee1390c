// How many calls go to the Web API in 30 s, for all cafes together, and which are left out first (docs/music.md#calls).
import { getLogger } from "@logtape/logtape";
import type { CallAllowance } from "../../../db/music/music_grants.ts";
import { LeftOutError } from "../provider.ts";
import { BusyError, TOO_BUSY } from "./refusals.ts";

const WINDOW_MS = 30_000;

/** The part of the allowance that the window may hold after a call of each kind. No other kind is refused for it. */
const PARTS = { lookThatMayWait: 2 / 9, searchThatMayWait: 1 / 2, search: 8 / 9 };

/** Looks that may wait stop here however much the service allows: being frugal is a promise of its own. */
const MOST_LOOKS = 20;

/**
 * The part of the places for searches that one address may have, of guests and of logins apart, so that the cafes at other
 * addresses have the rest (docs/security.md#floods).
 */
const PART_OF_ADDRESS = { guests: 3 / 4, logins: 1 / 4 };

/**
 * `searchThatMayWait`: known songs can answer it. `searchOfLogin`: guests' searches take no room from it. `needed`: an
 * order, and a look before it or at a person's wish.
 */
export type CallKind = keyof typeof PARTS | "searchOfLogin" | "needed";

export interface CallBudget {
  /**
   * Counts a call that is about to be made; `address` is whose search it is.
   * @throws LeftOutError for a call that may wait, BusyError for a search, if there is no room for it
   */
  take(kind: CallKind, address?: string): void;
}

interface BudgetParts {
  /** Epoch ms. */
  now(): number;
  allowance: Pick<Allowance, "start" | "current" | "used">;
}

interface Made {
  at: number;
  kind: CallKind;
  address?: string;
}

function isSearch(kind: CallKind): boolean {
  return kind.startsWith("search");
}

/** Whether a guest's search makes the call, and nothing that a person who works at a cafe waits for. */
export function isOfGuests(kind: CallKind): boolean {
  return isSearch(kind) && kind !== "searchOfLogin";
}

export function createCallBudget({ now, allowance }: BudgetParts): CallBudget {
  /** The calls of the window, the oldest first. */
  let made: Made[] = [];

  return {
    take(kind, address) {
      const nowMs = now();
      // Calls that seem to lie ahead were made before the clock was set back.
      made = made.filter(({ at }) => at > nowMs - WINDOW_MS && at <= nowMs);
      const call = { at: nowMs, kind, address };
      const waitMs = Math.max(untilFree(placesFor(kind), made, nowMs), untilAddressIsFree(call));
      if (waitMs > 0) throw isSearch(kind) && !mayWait(kind) ? tooBusy(waitMs) : new LeftOutError();
      made.push(call);
      // A guest's searches would else teach that more is allowed, until the service refuses an order.
      allowance.used(made.filter((other) => !isSearch(other.kind)).length);
    },
  };

  function placesFor(kind: CallKind): number {
    if (kind === "needed" || kind === "searchOfLogin") return Infinity;
    if (!isSearch(kind)) return Math.min(Math.floor(allowance.current() * PARTS[kind]), MOST_LOOKS);
    return Math.floor(Math.min(allowance.current(), allowance.start) * PARTS[kind]);
  }

  /** How long the address has all the places that it may have (ms), 0 if it has fewer. */
  function untilAddressIsFree({ at, kind, address }: Made): number {
    if (!isSearch(kind) || address === undefined) return 0;
    const same = made.filter((other) =>
      isSearch(other.kind) && other.address === address &&
      isOfGuests(other.kind) === isOfGuests(kind)
    );
    const part = PART_OF_ADDRESS[isOfGuests(kind) ? "guests" : "logins"];
    return untilFree(Math.floor(placesFor("search") * part), same, at);
  }
}

function mayWait(kind: CallKind): boolean {
  return kind.endsWith("ThatMayWait");
}

/** How long the window goes on holding `places` of these calls or more (ms), 0 if it holds fewer. */
function untilFree(places: number, calls: Made[], nowMs: number): number {
  const last = places === Infinity ? undefined : calls.at(-places);
  return last === undefined ? 0 : last.at + WINDOW_MS - nowMs;
}

function tooBusy(waitMs: number): BusyError {
  return new BusyError(TOO_BUSY, Math.max(1, Math.ceil(waitMs / 1000)));
}

// The allowance itself: it halves at a 429, and grows in each window without one.

/** It is never less than this, so that a service which answers 429 for another reason can still be searched. */
const LEAST = 20;
const GROWTH = 1.1;
/** Beyond the start it grows only in windows that used so much of it: what was not tried is not known to be allowed. */
const USED_PART = 1 / 2;

export interface Allowance {
  /** What it began with. */
  readonly start: number;
  /** Calls in 30 s, not always a whole number. */
  current(): number;
  /** Takes note that the last 30 s have had so many calls besides searches. */
  used(calls: number): void;
  /** Takes note that the service has answered 429. */
  halve(): void;
}

interface AllowanceParts {
  /** Epoch ms. */
  now(): number;
  /** How many calls the service is thought to allow in 30 s before anything is known of it. */
  start: number;
  /** Where what was learned is kept over a restart. By default it is not kept. */
  kept?: KeptAllowance;
}

export interface KeptAllowance {
  /** What was kept last, undefined if nothing was. */
  read(): Promise<CallAllowance | undefined>;
  keep(allowance: CallAllowance): Promise<void>;
}

const log = getLogger(["siradaki", "music"]);

export function createAllowance({ now, start, kept }: AllowanceParts): Allowance {
  let calls = start;
  /** When the window began that decides whether it grows next. */
  let since = now();
  /** The most calls that 30 s within that window have had. */
  let most = 0;
  /** Whether what was kept has been asked for. It cannot be before the database has its tables. */
  let isRead = false;
  /** Whether something was learned since the start, which is newer than what was kept. */
  let hasLearned = false;

  return {
    start,
    current() {
      read();
      grow();
      return calls;
    },
    used(count) {
      read();
      grow();
      most = Math.max(most, count);
    },
    halve() {
      grow();
      calls = Math.max(LEAST, calls / 2);
      begin(now());
      keep();
    },
  };

  function grow(): void {
    const nowMs = now();
    if (since > nowMs) begin(nowMs);
    for (; since <= nowMs - WINDOW_MS; begin(since + WINDOW_MS)) {
      const isUsed = most >= calls * USED_PART;
      // A quiet window after it, and all that follow it, change nothing.
      if (calls >= start && !isUsed) return begin(nowMs);
      calls = isUsed ? calls * GROWTH : Math.min(start, calls * GROWTH);
      if (calls > start) keep();
    }
  }

  function begin(at: number): void {
    since = at;
    most = 0;
  }

  function read(): void {
    if (isRead || !kept) return;
    isRead = true;
    kept.read().then((found) => {
      // What was learned with another number in the configuration does not outlive that number.
      if (found?.start !== start || hasLearned) return;
      calls = found.calls;
      since = Math.min(found.at, now());
    }).catch((error) =>
      log.warn("Cannot read how many calls Spotify allows, {start} are taken: {error}", {
        start,
        error,
      })
    );
  }

  function keep(): void {
    hasLearned = true;
    kept?.keep({ start, calls, at: since }).catch((error) =>
      log.warn("Cannot keep how many calls Spotify allows, a restart forgets it: {error}", {
        error,
      })
    );
  }
}
