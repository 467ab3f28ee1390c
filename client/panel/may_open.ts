// Which screens the person who is logged in may open, by the one table of the contract (docs/team.md#access), and the first one.
import { mayCall, type Role, type Screen, SCREEN_ACCESS } from "../../server/contract/access.ts";
import type { Session } from "../lib/session.ts";

/** True for an address that is no screen of the table, and without a readable login: the server decides. */
export function mayOpen(session: Session, path: string): boolean {
  const role = session.role();
  const access = SCREEN_ACCESS[path.replace(/\/$/, "") as Screen];
  return !role || !access || mayCall(role, access);
}

/** Whether they may ask about the music account; staff are told of it what guests are. */
export function seesAccount(session: Session): boolean {
  return mayOpen(session, "/panel/music");
}

// The first screen of each role.

export const HOME = {
  owner: "/panel/dashboard",
  staff: "/panel/dashboard",
  admin: "/admin/payouts",
  cafeless: "/panel/cafes",
} as const satisfies Record<Role, string>;
