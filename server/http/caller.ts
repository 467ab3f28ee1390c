// The person behind a call, as the database knows the login at the time of the call, and what Hono's context carries.
import type { LoginAccess, ROLES_BY_ACCESS } from "../contract/access.ts";
import type { ErrorCode } from "../contract/error_codes.ts";

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

interface Login {
  /** The person who calls. */
  accountId: string;
  sessionId: string;
}

/** One who speaks for a cafe. */
interface AtCafe extends Login {
  /** The cafe that the call is about. */
  ownerId: string;
}

export interface OwnerCaller extends AtCafe {
  role: "owner";
}

export interface StaffCaller extends AtCafe {
  role: "staff";
}

/** An admin has no cafe. */
export interface AdminCaller extends Login {
  role: "admin";
}

/** A person who belongs to no team any more. */
export interface CafelessCaller extends Login {
  role: "cafeless";
}

export type Caller = OwnerCaller | StaffCaller | AdminCaller | CafelessCaller;

/** The callers that `A` admits: those of "login" have no `ownerId` until their role is known. */
export type CallerWith<A extends LoginAccess> = Extract<
  Caller,
  { role: (typeof ROLES_BY_ACCESS)[A][number] }
>;
