// The state that the cafe page's islands share: the queue, what plays and the guest's own requests, kept up to date.
import { MINUTE_MS } from "../../server/contract/clock.ts";
import type { CafeHouse } from "../../server/contract/house.ts";
import type { OwnRequest, SongRequest } from "../../server/contract/requests.ts";
import { overInMs } from "../../server/contract/song_clock.ts";
import { call } from "../lib/http.ts";
import { createStore, type ReadableStore } from "../lib/store.ts";
import { followRoom } from "../lib/live.ts";
import { houseChangesInMs } from "../lib/house_times.ts";
import { tag } from "./language.ts";
import { fetchRoom, type Room, roomOf } from "./room.ts";

/** The state at the time when the server rendered the page. */
export interface CafeSnapshot extends Room {
  cafeId: string;
  ownerId: string;
  /** Whether the cafe has connected music. Requests wait until then. */
  musicConnected: boolean;
  /** The rules of the house (docs/house.md#what-guests-see). */
  house: CafeHouse;
  mine: OwnRequest[];
  /** The code of the guest's table, '' without one (docs/house.md#visit). */
  masa: string;
}

export interface CafeState extends CafeSnapshot {
  /** Whether updates fail to arrive at present. */
  offline: boolean;
  /** The request that the guest wants to support, until its sheet is open. */
  supporting?: SongRequest;
}

export interface CafeStore extends ReadableStore<CafeState> {
  /** Fetches the state again. Resolves when it has been applied, or when the attempt has failed. */
  refresh(): Promise<void>;
  /** Asks for the sheet in which the guest supports `request`. Without a request: the sheet is open. */
  support(request?: SongRequest): void;
}

/** How often the state is fetched while an own request waits for the song that plays: its wait becomes shorter. */
const WAITING_MS = MINUTE_MS;

/** Opens the store in the browser and subscribes to live updates. */
export function openCafeStore(snapshot: CafeSnapshot): CafeStore {
  const store = createStore(stateOf(snapshot));
  const change = (next: Partial<CafeState>) => store.set({ ...store.current(), ...next });
  const { cafeId, ownerId, masa } = snapshot;
  const refresh = followRoom(ownerId, {
    async fetch() {
      const [room, mine, { musicConnected, house }] = await Promise.all([
        fetchRoom(snapshot),
        call("GET /api/requests/mine", { query: { ownerId } }),
        call("GET /api/cafes/:cafeId", { params: { cafeId }, query: { masa, dil: tag } }),
      ]);
      return { ...room, mine, musicConnected, house };
    },
    apply(fetched) {
      change(fetched);
      const { playing, mine, house } = fetched;
      const waits = mine.some(({ waitMinutes }) => waitMinutes !== null);
      // No message says that a song is over, or that the opening hours begin or end.
      const inMs = Math.min(
        playing?.isPlaying ? overInMs(playing) : Infinity,
        playing?.isPlaying && waits ? WAITING_MS : Infinity,
        houseChangesInMs(house),
      );
      return inMs === Infinity ? undefined : inMs;
    },
    setOffline: (offline) => change({ offline }),
  });
  return { ...store, refresh, support: (supporting) => change({ supporting }) };
}

/** A store that never changes, for rendering on the server. */
export function staticCafeStore(snapshot: CafeSnapshot): CafeStore {
  return { ...createStore(stateOf(snapshot)), refresh: () => Promise.resolve(), support() {} };
}

function stateOf(snapshot: CafeSnapshot): CafeState {
  return { ...snapshot, ...roomOf(snapshot.queue, snapshot.playing), offline: false };
}
