// What travels over a room's socket: a signal to fetch again, never data (contract: Realtime).
import { z } from "zod";

export const RoomEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), revision: z.number().int() }),
  z.object({ type: z.literal("queue_updated"), ownerId: z.string(), revision: z.number().int() }),
]);
export type RoomEvent = z.infer<typeof RoomEvent>;
