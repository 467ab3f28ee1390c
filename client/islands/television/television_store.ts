// What the television shows: the queue and what plays, kept up to date.
import { overInMs } from "../../../server/contract/waiting.ts";
import { createStore, type ReadableStore } from "../../lib/store.ts";
import { followRoom } from "../follow_room.ts";
import { fetchRoom, type Room, roomOf } from "../room.ts";

/** The state at the time when the server rendered the page. */
export interface TelevisionSnapshot extends Room {
  cafeId: string;
  ownerId: string;
}

export interface TelevisionState extends Room {
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
    fetch: () => fetchRoom(snapshot),
    apply(room) {
      change(room);
      // No message says that a song is over.
      return room.playing?.isPlaying ? overInMs(room.playing) : undefined;
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
export function staticTelevisionStore(room: Room): ReadableStore<TelevisionState> {
  return createStore(stateOf(room));
}

function stateOf({ queue, playing }: Room): TelevisionState {
  return { ...roomOf(queue, playing), offline: false };
}
