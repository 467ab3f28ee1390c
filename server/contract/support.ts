// What a guest may do with requests that were sent: support one, and take an own one back.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { TipAmount } from "./money.ts";

/** A tip that a guest adds to a request. It is more than 0 (docs/requests.md#support). */
export const SupportTip = z.object({ tipAmount: TipAmount });
export type SupportTip = z.infer<typeof SupportTip>;

/** The request's tip with all support, and this guest's part of it, in TL. */
export const Supported = z.object({ tipAmount: z.number(), ownTip: z.number() });
export type Supported = z.infer<typeof Supported>;

export const SUPPORT_CALLS = {
  "POST /api/requests/:id/tips": {
    summary:
      "A guest adds a tip above 0 to a pending or queued request. `Idempotency-Key` makes a repeated call safe for 24 hours",
    access: "everyone",
    body: SupportTip,
    status: 201,
    answer: Supported,
    errors: ["request_not_found", "not_supportable", "idempotency_key_reused", "rate_limited"],
  },
  "DELETE /api/requests/:id": {
    summary:
      "The guest who asked, known by a cookie, takes a pending request back that no other guest supports",
    access: "everyone",
    errors: ["request_not_found", "request_expired", "request_decided", "request_supported"],
  },
} as const satisfies Calls;
