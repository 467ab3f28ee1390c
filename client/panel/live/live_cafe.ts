// What every screen of the owner shows of the cafe: its name, its open requests and its music account, kept up to date.
import type { OwnCafe } from "../../../server/contract/cafes.ts";
import type { AuthStatus } from "../../../server/contract/music.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { call, isRefused } from "../../lib/http.ts";
import { createStore, type ReadableStore } from "../../lib/store.ts";
import { type Api, LOGIN_OVER } from "../api.ts";
import type { PointerGuard } from "../pointer_guard.ts";

/** An account that could not be checked counts as not connected. */
export type Connection = AuthStatus | Unchecked;
/** `unchecked` is the error of the check. */
type Unchecked = { isSpotifyConnected: false; unchecked: unknown };

/** @throws ApiError if the login has ended */
async function readConnection(api: Api): Promise<Connection> {
  try {
    return await api("GET /api/auth/status");
  } catch (error) {
    // This says nothing about the music account.
    if (isRefused(error, ...LOGIN_OVER)) throw error;
    return { isSpotifyConnected: false, unchecked: error };
  }
}

/** What everyone may know of it, for staff: they can neither connect it nor see until when. */
async function readPublicConnection({ _id: cafeId }: OwnCafe): Promise<Connection> {
  try {
    const { musicConnected } = await call("GET /api/cafes/:cafeId", { params: { cafeId } });
    return {
      isSpotifyConnected: musicConnected,
      reason: null,
      connectedUntil: null,
      reconnectSoon: false,
      demo: false,
      connectAt: "",
    };
  } catch (error) {
    return { isSpotifyConnected: false, unchecked: error };
  }
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
   * @throws ApiError if another attempt would fail too: the login has ended, or is not an owner's
   */
  refresh(): Promise<boolean>;
  /** Forgets everything: the next user may be another owner. */
  forget(): void;
}

/**
 * Facts change only while no pointer is pressed: a row that moved under it would be clicked by mistake. `seesAccount` is
 * whether the person may ask about the music account; staff are told what guests are.
 */
export function createLiveCafe(
  api: Api,
  pointerGuard: PointerGuard,
  seesAccount: () => boolean = () => true,
): LiveCafe {
  const store = createStore<CafeState>({ stale: false });
  let inOrder = oneAtATime(loadFacts);
  /** The first load, which the screen and the frame around it share. */
  let loading: Promise<void> | undefined;

  const live: LiveCafe = {
    ...store,
    async load() {
      if (store.current().facts) return void live.refresh().catch(() => {});
      await (loading ??= loadOrMark().finally(() => loading = undefined));
    },
    async refresh() {
      try {
        await loadOrMark();
        return true;
      } catch (error) {
        if (isFinal(error)) throw error;
        return false;
      }
    },
    forget() {
      // What was asked for before is about another user.
      inOrder = oneAtATime(loadFacts);
      loading = undefined;
      store.set({ stale: false });
    },
  };
  return live;

  /** Loads, and marks what is known if that fails. */
  async function loadOrMark(): Promise<void> {
    const asked = inOrder;
    try {
      await asked();
    } catch (error) {
      const { facts } = store.current();
      if (asked === inOrder) store.set(isFinal(error) ? { stale: false } : { facts, stale: true });
      throw error;
    }
  }

  async function loadFacts(): Promise<void> {
    const asked = inOrder;
    const facts = await fetchFacts(api, seesAccount());
    await pointerGuard.released();
    if (asked === inOrder) store.set({ facts, stale: false });
  }
}

async function fetchFacts(api: Api, seesAccount: boolean): Promise<CafeFacts> {
  const [cafe, requests, account] = await Promise.all([
    api("GET /api/cafes/me"),
    api("GET /api/requests"),
    seesAccount ? readConnection(api) : undefined,
  ]);
  const connection = account ?? await readPublicConnection(cafe);
  // Logged only here: if nothing could be reached, the failure says nothing about the music account.
  if ("unchecked" in connection) {
    console.error("Cannot check the music account:", connection.unchecked);
  }
  return { cafe, requests, connection };
}

/**
 * Returns a function that runs `work` and resolves after a run that began after the call. Runs never overlap, so no
 * older answer replaces a newer one; calls during a run share the next.
 */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const run = () => {
    following = undefined;
    const started = running = work();
    const ended = () => {
      if (running === started) running = undefined;
    };
    started.then(ended, ended);
    return started;
  };
  return () => running ? following ??= running.then(run, run) : run();
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
