// What the television shows: the queue, what plays and whether requests are accepted, kept up to date.
import type { CafeHouse } from "../../../server/contract/house.ts";
import { overInMs } from "../../../server/contract/song_clock.ts";
import { houseChangesInMs } from "../../lib/house_times.ts";
import { call } from "../../lib/http.ts";
import { createStore, type ReadableStore } from "../../lib/store.ts";
import { followRoom } from "../../lib/live.ts";
import { fetchRoom, type Room, roomOf } from "../room.ts";

/** What the server knew when it rendered the page. */
export interface TelevisionRoom extends Room {
  /** The rules of the house as a guest without a table reads them. */
  house: CafeHouse;
}

export interface TelevisionSnapshot extends TelevisionRoom {
  cafeId: string;
  ownerId: string;
}

export interface TelevisionState extends TelevisionRoom {
  /** Whether updates fail to arrive at present. */
  offline: boolean;
}

/** Opens the store in the browser. `onReturn` is called when updates arrive again after a loss of the connection. */
export function openTelevisionStore(
  snapshot: TelevisionSnapshot,
  onReturn: () => void,
): ReadableStore<TelevisionState> {
  const store = createStore(stateOf(snapshot));
  const change = (next: Partial<TelevisionState>) => store.set({ ...store.current(), ...next });
  followRoom(snapshot.ownerId, {
    async fetch() {
      const [room, { house }] = await Promise.all([
        fetchRoom(snapshot),
        call("GET /api/cafes/:cafeId", { params: { cafeId: snapshot.cafeId }, query: {} }),
      ]);
      return { ...room, house };
    },
    apply(room) {
      change(room);
      const { playing, house } = room;
      // No message says that a song is over, or that the opening hours begin or end.
      const inMs = Math.min(
        playing?.isPlaying ? overInMs(playing) : Infinity,
        houseChangesInMs(house),
      );
      return inMs === Infinity ? undefined : inMs;
    },
    setOffline(offline) {
      const returned = store.current().offline && !offline;
      change({ offline });
      if (returned) onReturn();
    },
  });
  return store;
}

/** A store that never changes, for rendering on the server. */
export function staticTelevisionStore(room: TelevisionRoom): ReadableStore<TelevisionState> {
  return createStore(stateOf(room));
}

function stateOf({ queue, playing, house }: TelevisionRoom): TelevisionState {
  return { ...roomOf(queue, playing), house, offline: false };
}
