// What every screen of the owner shows of the cafe: its name, its open requests and its music account.
import { CancelledError, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import type { OwnCafe } from "../../../server/contract/cafes.ts";
import type { AuthStatus } from "../../../server/contract/music.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import type { Reply } from "../../lib/calls.ts";
import { isRefused } from "../../lib/http.ts";
import { LOGIN_OVER } from "../api.ts";
import { seesAccount } from "../may_open.ts";
import { ACCOUNT, CAFE, publicCafe, REQUESTS, retryMs } from "../queries.ts";
import { type PanelServices, usePanel } from "../services.ts";
import { queueOf, waitingOf } from "./queue_order.ts";

type PublicCafe = Reply<"GET /api/cafes/:cafeId">;

/** An account that could not be checked counts as not connected. */
export type Connection = AuthStatus | Unchecked;
/** `unchecked` is the error of the check. */
type Unchecked = { isSpotifyConnected: false; unchecked: unknown };

export interface CafeFacts {
  cafe: OwnCafe;
  requests: OpenRequest[];
  connection: Connection;
}

/** For a route that shows them. An account that could not be checked is known as such. @throws ApiError, NetworkError */
export async function loadFacts({ queries: { load }, session }: PanelServices): Promise<void> {
  const account = async () => {
    try {
      if (seesAccount(session)) await load(ACCOUNT);
      else await load(publicCafe((await load(CAFE))._id));
    } catch (error) {
      if (isRefused(error, ...LOGIN_OVER)) throw error;
      // Not if it was forgotten meanwhile.
      if (!(error instanceof CancelledError)) {
        console.error("Cannot check the music account:", error);
      }
    }
  };
  await Promise.all([load(CAFE), load(REQUESTS), account()]);
}

/** Undefined until all of them are known. */
export function useFacts(): CafeFacts | undefined {
  return useFactsOf(useAnswers());
}

/** All are empty until they are known. `queue` and `waiting` are in the order in which they will be played, the others oldest first. */
export function useCafeLists() {
  const { data: requests = NONE } = useQuery(REQUESTS);
  return useMemo(() => ({
    pending: requests.filter(({ status }) => status === "pending"),
    queue: queueOf(requests),
    waiting: waitingOf(requests),
    unplayable: requests.filter(({ unplayable }) => unplayable),
  }), [requests]);
}

const NONE: OpenRequest[] = [];

/**
 * For the frame, which tries failed ones again while there is a connection (`isOnline`), also while the page is hidden: a
 * new request rings.
 */
export function useWatchedFacts(isOnline: boolean) {
  const answers = useAnswers({
    refetchInterval: isOnline ? retryMs : false,
    refetchIntervalInBackground: true,
  });
  const { cafe, requests, account } = answers;
  const facts = useFactsOf(answers);
  return {
    facts,
    /** Whether the cafe or its requests could not be read: `facts` are from before. */
    isOld: hasFailed(cafe) || hasFailed(requests),
    /** Whether what is shown can no longer be read: the login has ended, or is not of this cafe. */
    isOver: facts !== undefined && (
      [cafe, requests].some(({ error }) => isRefused(error, ...LOGIN_OVER, "forbidden")) ||
      isRefused(account.error, ...LOGIN_OVER)
    ),
  };
}

interface Retrying {
  refetchInterval: typeof retryMs | false;
  refetchIntervalInBackground?: boolean;
}

/** Not tried again by each component that shows them. */
const ASIDE: Retrying = { refetchInterval: false };

function useAnswers(retrying = ASIDE) {
  const { session } = usePanel();
  const isOwn = seesAccount(session);
  const cafe = useQuery({ ...CAFE, ...retrying });
  const requests = useQuery({ ...REQUESTS, ...retrying });
  const own = useQuery({ ...ACCOUNT, ...retrying, enabled: isOwn });
  const told = useQuery({
    ...publicCafe(cafe.data?._id ?? ""),
    ...retrying,
    enabled: !isOwn && cafe.data !== undefined,
  });
  return { cafe, requests, account: isOwn ? own : told };
}

function useFactsOf({ cafe, requests, account }: ReturnType<typeof useAnswers>) {
  const isUnchecked = hasFailed(account);
  return useMemo((): CafeFacts | undefined => {
    const connection = isUnchecked
      ? { isSpotifyConnected: false, unchecked: account.error ?? "It is checked again." } as const
      : account.data && connectionOf(account.data);
    if (cafe.data && requests.data && connection) {
      return { cafe: cafe.data, requests: requests.data, connection };
    }
  }, [cafe.data, requests.data, account.data, account.error, isUnchecked]);
}

function connectionOf(account: AuthStatus | PublicCafe): AuthStatus {
  return "musicConnected" in account ? publicConnection(account) : account;
}

/** What everyone may know of it, for staff: they can neither connect it nor see until when. */
function publicConnection({ musicConnected }: PublicCafe): AuthStatus {
  return {
    isSpotifyConnected: musicConnected,
    reason: null,
    connectedUntil: null,
    reconnectSoon: false,
    demo: false,
    connectAt: "",
  };
}

/** Also while another attempt is under way. */
function hasFailed({ data, error, errorUpdateCount }: UseQueryResult<unknown>): boolean {
  return error !== null || data === undefined && errorUpdateCount > 0;
}
