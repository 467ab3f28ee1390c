// What Hono's context carries through our routes.
import type { ErrorCode } from "../contract/error_codes.ts";
import type { Caller } from "./caller.ts";

export interface AppEnv {
  Variables: {
    requestId: string;
    /** The hash of the one inline style that the page has: `sha256-…`. */
    styleHash?: string;
    /** Who calls, once the login is confirmed. */
    caller?: Caller;
    /** Why the answer is a refusal, and whom it concerns if that is known, for the log. */
    refusal?: { code: ErrorCode; accountId?: string; role?: Caller["role"] };
  };
}
