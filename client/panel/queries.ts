// The panel's one path to its data: a cache of the server's answers, the changes that put them out of date, and when they
// are asked for anew (docs/live.md#panel).
import {
  focusManager,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  useMutation,
  useMutationState,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useRef } from "react";
import { MINUTE_MS } from "../../server/contract/clock.ts";
import type { ErrorCode } from "../../server/contract/error_codes.ts";
import type { Library } from "../../server/contract/music.ts";
import type { Arguments, Input, LoginCall, OpenCall, Reply } from "../lib/calls.ts";
import { ApiError, isRefused } from "../lib/http.ts";
import type { ReadableStore } from "../lib/store.ts";
import type { Api } from "./api.ts";
import type { PointerGuard } from "./pointer_guard.ts";

export type ReadName = Extract<LoginCall | OpenCall, `GET ${string}`>;

/** What the frame shows on every screen; to staff, the cafe as guests see it in place of its account (live/use_facts.ts). */
export const FRAME: readonly ReadName[] = [
  "GET /api/auth/status",
  "GET /api/cafes/me",
  "GET /api/requests",
];

/** What the cafe's room tells of: a message of it puts all of these out of date. */
export const ROOM: readonly ReadName[] = [
  ...FRAME,
  "GET /api/blocks",
  "GET /api/cafes/:cafeId",
  "GET /api/evenings",
  "GET /api/evenings/:date",
  "GET /api/house",
  "GET /api/house/week",
  "GET /api/music",
  "GET /api/payouts",
  "GET /api/payouts/summary",
  "GET /api/payouts/till",
  "GET /api/payouts/till/songs",
  "GET /api/playback",
  "GET /api/tables",
  "GET /api/team",
];

/** What the person's own changes put out of date, which no room tells of or which are to be seen before it does. */
const CHANGES = {
  "DELETE /api/auth/sessions": ["GET /api/auth/sessions"],
  "DELETE /api/auth/sessions/:id": ["GET /api/auth/sessions"],
  "PUT /api/auth/sessions": ["GET /api/auth/sessions"],
  "PUT /api/auth/password": ["GET /api/auth/sessions"],
  "PUT /api/auth/second-factor": ["GET /api/auth/second-factor", "GET /api/auth/sessions"],
  "DELETE /api/blocks/:id": ["GET /api/blocks"],
  "DELETE /api/tables/:id": ["GET /api/tables"],
  "DELETE /api/team/:accountId": ["GET /api/team"],
  "POST /api/cafes": ["GET /api/cafes/me", "GET /api/team/cafes"],
  "POST /api/tables": ["GET /api/tables"],
  "POST /api/tables/renew": ["GET /api/tables"],
  "POST /api/team": ["GET /api/team"],
  "PUT /api/admin/payouts/:payoutId/paid": [
    "GET /api/admin/payouts",
    "GET /api/admin/payouts/paid",
  ],
  "PUT /api/evenings/letter": ["GET /api/evenings/letter"],
  "PUT /api/house": ["GET /api/house", "GET /api/house/week", "GET /api/cafes/:cafeId"],
  "PUT /api/house/pause": ["GET /api/cafes/:cafeId"],
  "PUT /api/music": ["GET /api/music"],
  "PUT /api/spotify/device": ["GET /api/spotify/player"],
  "PUT /api/requests/:id/received": ["GET /api/payouts/till", "GET /api/payouts/till/songs"],
} as const satisfies Partial<Record<LoginCall, readonly ReadName[]>>;

export type ChangeName = keyof typeof CHANGES;

/** A failed refresh of what is shown is tried again after this time. */
const RETRY_MS = 3000;
/** The longest time for which a refusal can keep the panel from asking by itself. */
const MAX_REST_MS = 5 * MINUTE_MS;

/** How often the folder of songs is read while the server goes through it. */
const SCAN_INTERVAL_MS = 2000;

/** What to ask the server: its key is the call with its input. */
export type Asked<T> = UseQueryOptions<T> & { queryKey: readonly unknown[] };

/** Asks for what this call answers. */
export function asked<N extends ReadName>(
  name: N,
  ...[input]: Arguments<Input<N>>
): Asked<Reply<N>> {
  return { queryKey: [name, input] };
}

/** For what says itself that it could not be read, with a button that tries again. */
export const SAID_IN_PLACE = { meta: { saidInPlace: true }, refetchInterval: false } as const;

// What several places name.

export const CAFE = asked("GET /api/cafes/me");
export const REQUESTS = asked("GET /api/requests");
/** The player bar says that it could not be checked, and the frame checks it again. */
export const ACCOUNT = { ...asked("GET /api/auth/status"), ...SAID_IN_PLACE };

export const EVENINGS = asked("GET /api/evenings");
export const RULES = asked("GET /api/house");
export const SETTINGS = asked("GET /api/music");
export const TABLES = asked("GET /api/tables");
export const TEAM = asked("GET /api/team");

export const SESSIONS = asked("GET /api/auth/sessions");
export const SECOND_FACTOR = asked("GET /api/auth/second-factor");

/** What guests are told of the cafe. */
export function publicCafe(cafeId: string) {
  return asked("GET /api/cafes/:cafeId", { params: { cafeId } });
}

/** Read again and again while the folder is being read. */
export const LIBRARY: Asked<Library> = {
  ...asked("GET /api/library"),
  ...SAID_IN_PLACE,
  refetchOnMount: true,
  refetchInterval: ({ state }) =>
    state.data?.scanning ? Math.max(SCAN_INTERVAL_MS, restMs(state)) : false,
};

export interface Queries {
  client: QueryClient;
  /** For a route: the answer that is known, which is refreshed in the background, or else a new one. @throws ApiError, NetworkError */
  load<T>(asked: Asked<T>): Promise<T>;
  /** The answer that is known. */
  known<T>(asked: Asked<T>): T | undefined;
  /**
   * Puts answers to these calls out of date. Resolves when those that are shown were asked for anew, by calls that began
   * after this one, or could not be. The others are asked for when they are shown, or also now if `unseen`.
   */
  refresh(names: readonly ReadName[], unseen?: boolean): Promise<void>;
  /** `refresh` for all that this change puts out of date, shown or not: no screen shows what it was before. */
  refreshAfter(change: ChangeName): Promise<void>;
  /**
   * `refresh` that no person has asked for: not of what the server has asked to be left alone, and not while the page is
   * hidden unless `unseen`.
   */
  refreshByItself(names: readonly ReadName[], unseen?: boolean): Promise<void>;
  /**
   * Asks anew for all that the cafe's room tells of. Resolves when what the frame shows was asked for, which is also while
   * the page is hidden, since a new request rings. `byItself`: no person has asked for it, as in `refreshByItself`.
   */
  refreshRoom(byItself?: boolean): Promise<void>;
  /** Shows what `change` answers in place of what was known, unless that was forgotten meanwhile. @throws ApiError, NetworkError */
  showAnswer<T>(asked: Asked<T>, change: () => Promise<T>): Promise<void>;
  /** Calls `listener` after every change of anything. Returns a function that ends the subscription. */
  changes(listener: () => void): () => void;
  /** Whether the latest refresh of anything that is shown has failed, and nothing else says so. */
  stale: ReadableStore<boolean>;
  /**
   * Forgets everything, or only answers to these calls: the next user may be another owner. With everything go the changes
   * that wait to be sent: they would be sent with the login of the next user.
   */
  forget(names?: readonly ReadName[]): void;
  /**
   * To be called before a screen of this user loads (Session.user). Forgets everything that another one has left: a refresh
   * that follows a slow change may end after `forget`.
   */
  enter(user: string | undefined): void;
}

/**
 * No answer replaces what is shown while a pointer is pressed: a row that moved under it would be clicked by mistake.
 * `seesAccount` is whether the person may ask about the music account; staff are told what guests are.
 */
export function createQueries(
  api: Api,
  pointerGuard: PointerGuard,
  seesAccount: () => boolean = () => true,
): Queries {
  const cache = new QueryCache();
  const client = new QueryClient({
    queryCache: cache,
    defaultOptions: {
      queries: {
        async queryFn({ queryKey: [name, input], meta, pageParam }) {
          const answer = await api(name as never, pageOf(input, pageParam)).catch((error) => {
            if (isRefused(error, ...(meta?.nothing as ErrorCode[] ?? []))) return null;
            throw error;
          });
          await pointerGuard.released();
          return answer;
        },
        // Kept until it is forgotten: a screen that was open before is shown at once.
        gcTime: Infinity,
        networkMode: "always",
        retry: false,
        // The route has loaded it.
        refetchOnMount: false,
        retryOnMount: (query) => restMs(query.state) === 0,
        refetchOnReconnect: false,
        // Another tab may have changed it. What the room tells of, its own watcher asks for (lib/live.ts).
        refetchOnWindowFocus: (query) => !isOf(ROOM, query) && restMs(query.state) === 0,
        // The frame tries again by itself (live/use_facts.ts).
        refetchInterval: (query) => !isOf(FRAME, query) && retryMs(query),
        notifyOnChangeProps: ["data", "error"],
      },
      mutations: { networkMode: "always" },
    },
  });
  // An answer is shown as it arrives, not a timer later.
  notifyManager.setScheduler(queueMicrotask);

  /** For each query, so that a slow answer holds up no other one. */
  const lanes = new WeakMap<Query, () => Promise<void>>();
  const laneOf = (query: Query) => {
    const lane = lanes.get(query) ?? oneAtATime(() => fetchAnew(query));
    lanes.set(query, lane);
    return lane;
  };
  const refresh = async (isMeant: (query: Query) => boolean, unseen = false) => {
    const meant = cache.findAll({ predicate: isMeant });
    meant.forEach((query) => query.invalidate());
    const asked = meant.filter((query) => unseen ? isAskedFor(query) : query.isActive());
    await Promise.all(asked.map((query) => laneOf(query)()));
  };
  let holder: string | undefined;
  const queries: Queries = {
    client,
    load: (asked) => client.ensureQueryData({ ...asked, revalidateIfStale: true }),
    known: ({ queryKey }) => client.getQueryData(queryKey),
    refresh: (names, unseen) => refresh((query) => isOf(names, query), unseen),
    refreshAfter: (change) => queries.refresh(CHANGES[change], true),
    async refreshByItself(names, unseen = false) {
      if (!unseen && !focusManager.isFocused()) return;
      await refresh((query) => isOf(names, query) && restMs(query.state) === 0, unseen);
    },
    async refreshRoom(byItself = false) {
      const frame: readonly ReadName[] = seesAccount()
        ? FRAME
        : [...FRAME, "GET /api/cafes/:cafeId"];
      // The others are not waited for.
      void queries.refreshByItself(ROOM.filter((name) => !frame.includes(name)));
      await (byItself ? queries.refreshByItself(frame, true) : queries.refresh(frame, true));
    },
    async showAnswer({ queryKey }, change) {
      const before = cache.find({ queryKey, exact: true });
      const answer = await change();
      if (before && before === cache.find({ queryKey, exact: true })) {
        client.setQueryData(queryKey, answer);
      }
    },
    changes: (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    stale: {
      current: () => cache.getAll().some((query) => query.isActive() && isStale(query)),
      subscribe: (listener) => queries.changes(listener),
    },
    forget(names) {
      cache.getAll().filter((query) => !names || isOf(names, query)).forEach((query) => {
        query.reset();
        if (!names) cache.remove(query);
      });
      if (!names) client.getMutationCache().clear();
    },
    enter(user) {
      if (user !== holder) queries.forget();
      holder = user;
    },
  };
  return queries;
}

/** What is sent for one page of a list: `more` is what its address has besides. */
function pageOf(input: unknown, more: unknown): never {
  if (more === undefined) return input as never;
  const { query, ...others } = input as { query: object };
  return { ...others, query: { ...query, ...more as object } } as never;
}

function isOf(names: readonly ReadName[], { queryKey: [name] }: Query): boolean {
  return names.includes(name as ReadName);
}

/** Not what a component waits to ask for until it knows more. */
function isAskedFor(query: Query): boolean {
  return !query.isDisabled() || query.state.fetchStatus !== "idle";
}

function isStale({ meta, state: { data, error } }: Query): boolean {
  return data !== undefined && error !== null && !meta?.saidInPlace;
}

/** In how many ms what has failed is to be asked for again, false if it has not. */
export function retryMs({ state }: Pick<Query, "state">): number | false {
  return state.error ? Math.max(RETRY_MS, restMs(state)) : false;
}

/** For how long the server has asked for no calls (Retry-After). A person's press calls anyway. */
export function restMs({ error, errorUpdatedAt }: Query["state"]): number {
  if (!(error instanceof ApiError) || !error.retryAfterS) return 0;
  const untilMs = errorUpdatedAt + Math.min(error.retryAfterS * 1000, MAX_REST_MS);
  return Math.max(0, untilMs - Date.now());
}

/** An answer that is under way is dropped: what it tells may be from before. It never throws. */
async function fetchAnew(query: Query): Promise<void> {
  // Without anything to go on showing, it is not dropped.
  if (query.state.data === undefined) await query.promise?.catch(() => {});
  await query.fetch(undefined, { cancelRefetch: true }).catch(() => {});
}

/**
 * Returns a function that runs `work` and resolves after a run that began after the call. Runs never overlap, so no
 * older answer replaces a newer one, and changes that follow each other faster than answers do not keep all from being
 * shown. Calls during a run share the next.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
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

/** Why what was asked for could not be read. It stays until there is an answer, also while there is another attempt. */
export function useFailure({ error, isSuccess }: UseQueryResult<unknown>): Error | null {
  const failure = useRef(error);
  if (error || isSuccess) failure.current = error;
  return failure.current;
}

/**
 * Makes changes that are sent one after the other, also by other components with the same `scope`. `pending` are those that
 * are under way, oldest first, to be shown meanwhile: one that fails is gone from them.
 */
export function useChange<Change, Answer>(
  scope: string,
  send: (change: Change) => Promise<Answer>,
) {
  const { mutateAsync } = useMutation({
    mutationKey: [scope],
    mutationFn: send,
    scope: { id: scope },
  });
  const pending = useMutationState({
    filters: { mutationKey: [scope], status: "pending" },
    select: ({ state }) => state.variables as Change,
  });
  return { pending, change: (change: Change): Promise<Answer> => mutateAsync(change) };
}

/**
 * The answer that this screen's route has loaded, as it is now. If it is forgotten because the login has ended, it stays
 * until the next screen is there.
 */
export function useLoaded<T>(asked: Asked<T>): T {
  const { data } = useQuery(asked);
  const latest = useRef(data);
  if (data !== undefined) latest.current = data;
  return latest.current!;
}
