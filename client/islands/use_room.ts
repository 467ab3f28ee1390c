// Reads the room from a component.
import { useSyncExternalStore } from "react";
import type { Room, RoomState } from "./room.ts";

export function useRoom(room: Room): RoomState {
  return useSyncExternalStore(room.subscribe, room.current, room.current);
}
