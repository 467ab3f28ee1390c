// Decisions on many requests at once (docs/requests.md#many-at-once).
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { MAX_AT_ONCE } from "./limits.ts";
import { Decision } from "./requests.ts";

/** Ids of requests. One that comes twice counts once. */
const RequestIds = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(MAX_AT_ONCE));

export const ManyDecisions = z.object({ ids: RequestIds, status: Decision.shape.status });
export type ManyDecisions = z.infer<typeof ManyDecisions>;

export const ManyUndos = z.object({ ids: RequestIds });
export type ManyUndos = z.infer<typeof ManyUndos>;

/** How many requests were changed. The others are not the owner's, or their state did not allow it. */
export const Changed = z.object({ changed: z.int() });
export type Changed = z.infer<typeof Changed>;

export const MANY_CALLS = {
  "POST /api/requests/decide": {
    summary:
      "Approves or rejects up to 200 requests at once. Those that cannot be changed stay as they are",
    access: "team",
    body: ManyDecisions,
    answer: Changed,
  },
  "POST /api/requests/undo": {
    summary: "Takes back the decisions of the last two minutes on up to 200 requests at once",
    access: "team",
    body: ManyUndos,
    answer: Changed,
  },
} as const satisfies Calls;
