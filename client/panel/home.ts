// The first screen of each role.
import type { Role } from "../../server/contract/access.ts";

export const HOME = {
  owner: "/panel/dashboard",
  staff: "/panel/dashboard",
  admin: "/admin/payouts",
  cafeless: "/panel/cafes",
} as const satisfies Record<Role, string>;
