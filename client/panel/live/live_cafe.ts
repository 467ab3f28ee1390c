// What every screen of the owner shows of the cafe: its name, its open requests and its music account, kept up to date.
import { CancelledError, type QueryState } from "@tanstack/query-core";
import type { OwnCafe } from "../../../server/contract/cafes.ts";
import type { AuthStatus } from "../../../server/contract/music.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { isRefused } from "../../lib/http.ts";
import type { Reply } from "../../lib/calls.ts";
import type { ReadableStore } from "../../lib/store.ts";
import { LOGIN_OVER } from "../api.ts";
import {
  ACCOUNT,
  CAFE,
  FRAME,
  publicCafe,
  type Queries,
  type ReadName,
  REQUESTS,
  restMs,
  ROOM,
} from "../queries.ts";

type PublicCafe = Reply<"GET /api/cafes/:cafeId">;

/** An account that could not be checked counts as not connected. */
export type Connection = AuthStatus | Unchecked;
/** `unchecked` is the error of the check. */
type Unchecked = { isSpotifyConnected: false; unchecked: unknown };

/** What everyone may know of it, for staff: they can neither connect it nor see until when. */
function publicConnection({ musicConnected }: PublicCafe): Connection {
  return {
    isSpotifyConnected: musicConnected,
    reason: null,
    connectedUntil: null,
    reconnectSoon: false,
    demo: false,
    connectAt: "",
  };
}

export interface CafeFacts {
  cafe: OwnCafe;
  requests: OpenRequest[];
  connection: Connection;
}

export interface CafeState {
  /** Undefined until the first load. */
  facts?: CafeFacts;
  /** Whether the last load failed: the facts are from an earlier one. */
  stale: boolean;
}

export interface LiveCafe extends ReadableStore<CafeState> {
  /** Loads what is not known yet; what is known is refreshed in the background. @throws ApiError, NetworkError */
  load(): Promise<void>;
  /**
   * Loads everything again, by calls that begin after this one. Resolves to whether that succeeded; if it did not, the
   * facts stay, so that the lists do not disappear in the middle of an evening.
   * `byItself`: no person has asked for it, so what the server has asked to be left alone is not loaded.
   * @throws ApiError if another attempt would fail too: the login has ended, or is not an owner's
   */
  refresh(byItself?: boolean): Promise<boolean>;
  /** Forgets everything: the next user may be another owner. */
  forget(): void;
}

/** `seesAccount` is whether the person may ask about the music account; staff are told what guests are. */
export function createLiveCafe(
  { client, ...queries }: Queries,
  seesAccount: () => boolean = () => true,
): LiveCafe {
  let known: { parts: unknown[]; state: CafeState } | undefined;

  const live: LiveCafe = {
    current() {
      const { cafe, requests, account } = states();
      const stale = hasFailed(cafe) || hasFailed(requests);
      const parts = [cafe?.data, requests?.data, account?.data, account?.error, stale];
      // The same as before unless something has changed.
      if (!known?.parts.every((part, i) => part === parts[i])) {
        const facts = factsOf(states());
        known = { parts, state: facts ? { facts, stale } : { stale } };
      }
      return known.state;
    },
    subscribe: queries.changes,
    async load() {
      if (live.current().facts) return void live.refresh().catch(() => {});
      await orForget(async () => {
        await Promise.all([queries.load(CAFE), queries.load(REQUESTS), checkAccount()]);
        throwIfOver();
      });
    },
    async refresh(byItself = false) {
      try {
        if (live.current().facts) await orForget(() => refreshKnown(byItself));
        else if (byItself && rests()) return false;
        else await live.load();
        return true;
      } catch (error) {
        if (isFinal(error)) throw error;
        return false;
      }
    },
    forget: () => queries.forget(FRAME),
  };
  return live;

  async function refreshKnown(byItself: boolean): Promise<void> {
    const frame: readonly ReadName[] = seesAccount() ? FRAME : [...FRAME, "GET /api/cafes/:cafeId"];
    // The others are not waited for.
    void queries.refreshByItself(ROOM.filter((name) => !frame.includes(name)));
    await (byItself ? queries.refreshByItself(frame, true) : queries.refresh(frame, true));
    throwIfOver();
    const { cafe, requests } = states();
    const failure = cafe?.error ?? requests?.error;
    if (failure) throw failure;
  }

  function rests(): boolean {
    return Object.values<QueryState<unknown> | undefined>({ ...states() })
      .some((state) => state && restMs(state) > 0);
  }

  function states(): States {
    const cafe = client.getQueryState<OwnCafe>(CAFE.queryKey);
    return {
      cafe,
      requests: client.getQueryState<OpenRequest[]>(REQUESTS.queryKey),
      account: client.getQueryState<AuthStatus | PublicCafe>(
        seesAccount() ? ACCOUNT.queryKey : publicCafe(cafe?.data?._id ?? "").queryKey,
      ),
    };
  }

  /** It never throws: an account that could not be checked is known as such. */
  async function checkAccount(): Promise<void> {
    try {
      if (seesAccount()) await queries.load(ACCOUNT);
      else await queries.load(publicCafe((await queries.load(CAFE))._id));
    } catch (error) {
      // Not if it was forgotten meanwhile, nor if this is about the login.
      if (error instanceof CancelledError || isRefused(error, ...LOGIN_OVER)) return;
      console.error("Cannot check the music account:", error);
    }
  }

  /** A check of the account that fails says nothing about it if the login has ended. @throws ApiError */
  function throwIfOver(): void {
    const error = states().account?.error;
    if (isRefused(error, ...LOGIN_OVER)) throw error;
  }

  /** What is known is forgotten if another attempt would fail too. */
  async function orForget(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isFinal(error)) live.forget();
      throw error;
    }
  }
}

/** What the cache has of the facts. */
interface States {
  cafe: QueryState<OwnCafe> | undefined;
  requests: QueryState<OpenRequest[]> | undefined;
  account: QueryState<AuthStatus | PublicCafe> | undefined;
}

/** Undefined until all of them are known. */
function factsOf({ cafe, requests, account }: States): CafeFacts | undefined {
  const connection = connectionOf(account);
  if (cafe?.data && requests?.data && connection) {
    return { cafe: cafe.data, requests: requests.data, connection };
  }
}

function connectionOf(account: States["account"]): Connection | undefined {
  if (hasFailed(account)) {
    return { isSpotifyConnected: false, unchecked: account?.error ?? "It is checked again." };
  }
  if (!account?.data) return;
  return "musicConnected" in account.data ? publicConnection(account.data) : account.data;
}

/** Also while another attempt is under way. */
function hasFailed(state: QueryState<unknown, unknown> | undefined): boolean {
  return Boolean(state && (state.error || state.data === undefined && state.errorUpdateCount > 0));
}

/** Whether another attempt would fail too: the login has ended, or is not an owner's. */
function isFinal(error: unknown): boolean {
  return isRefused(error, ...LOGIN_OVER, "forbidden");
}

// Which of a cafe's open requests are in the queue, and in which order (docs/requests.md#queue).

/** The requests that are in the queue, in the order in which they will be played. */
export function queueOf(requests: readonly OpenRequest[]): OpenRequest[] {
  return requests.filter((request) => request.place !== null && !request.waits)
    .toSorted((a, b) => a.place! - b.place!);
}

/** The requests that are played when the cafe returns to the source that has their songs, the first one first. */
export function waitingOf(requests: readonly OpenRequest[]): OpenRequest[] {
  return requests.filter(({ waits }) => waits)
    .toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || 0);
}
