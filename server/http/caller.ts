// The person behind a call, as the database knows the login at the time of the call.
import type { Access, ROLES_BY_ACCESS } from "../contract/access.ts";

interface Login {
  /** The person who calls. */
  accountId: string;
  sessionId: string;
}

export interface OwnerCaller extends Login {
  role: "owner";
  /** The cafe that the call is about. */
  ownerId: string;
}

/** An admin has no cafe. */
export interface AdminCaller extends Login {
  role: "admin";
}

export type Caller = OwnerCaller | AdminCaller;

/** The callers that `A` admits: those of "login" have no `ownerId` until their role is known. */
export type CallerWith<A extends Access> = Extract<
  Caller,
  { role: (typeof ROLES_BY_ACCESS)[A][number] }
>;
